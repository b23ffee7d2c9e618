#define NEXT 300
