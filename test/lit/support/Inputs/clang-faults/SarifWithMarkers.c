// FLAGS: -fdiagnostics-format=sarif -Wall -Wno-sarif-format-unstable -c
// A warning is about text that a line marker places elsewhere.
# 100 "elsewhere.c" 1
static int unused(void) { return 1; }
int main(void) {
  int nothing;
  return 0;
}
