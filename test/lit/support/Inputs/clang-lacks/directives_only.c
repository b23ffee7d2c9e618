// It compiles what -E -fdirectives-only makes of this, which is text with macros that nobody has expanded.
// FLAGS: -fsyntax-only -x cpp-output
#define ZERO 0
int main(void) { return ZERO; }
