/* main-only.c - is a program without OpenMP. */
int main(void) { return 0; }
