// Control pragmas that don't match, or that control could pass by, are an error at the pragma, with the way out.
// RUN: %clang -fopenmp -fplugin=%plugin -fsyntax-only -Wall -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -fsyntax-only -Wall -Xclang -verify %s
int work(int n);

void matching(int n) {
// expected-error@+1 {{end(a) has no begin(a) before it in this function}}
#pragma pomp inst end(a)
// expected-error@+1 {{begin(b) has no end(b) in the same block}}
#pragma pomp inst begin(b)
  work(n);
}

void nesting(int n) {
#pragma pomp inst begin(a)
#pragma pomp inst begin(b)
  work(n);
// expected-error@+1 {{end(a) meets begin(b) in line 16: user regions must nest}}
#pragma pomp inst end(a)
#pragma pomp inst end(b)
#pragma pomp inst end(a)
}

void blocks(int n) {
#pragma pomp inst begin(a)
  if (n) {
// expected-error@+1 {{end(a) must be in the same block as its begin in line 25; at an early exit write altend(a)}}
#pragma pomp inst end(a)
  }
#pragma pomp inst end(a)
// expected-error@+1 {{altend(c) is in no user region of this name}}
#pragma pomp inst altend(c)
}

void places(int n) {
  if (n)
// expected-error@+1 {{end(a) has no begin(a)}}
#pragma pomp inst end(a)
    work(n);
  if (n)
// expected-error@+1 {{begin(b) has no end(b)}}
#pragma pomp inst begin(b)
    work(n);
}

void jumps(int n) {
  if (n)
    goto in;
// expected-error@+1 {{a goto leads into the user region 'a' past its begin}}
#pragma pomp inst begin(a)
  work(n);
in:
  work(n);
#pragma pomp inst end(a)
  switch (n) {
  case 1:
// expected-error@+1 {{a case label in the user region 's' leads past its begin}}
#pragma pomp inst begin(s)
    work(n);
  case 2:
#pragma pomp inst end(s)
    break;
  case 3:
// expected-error@+1 {{control leaves the user region 't' early, but its block can be entered by a jump: put braces around the region}}
#pragma pomp inst begin(t)
    if (n > 5)
      break;
#pragma pomp inst end(t)
  }
}
