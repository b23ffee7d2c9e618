/* main-only.c - a program without OpenMP. */
int main(void) { return 0; }
