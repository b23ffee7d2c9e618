int sum(int);
int main(void) { return sum(4) != 6; }
