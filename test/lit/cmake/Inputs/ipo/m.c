int a(int);
int main(void) { return a(4) != 6; }
