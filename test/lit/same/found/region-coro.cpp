// A search for broken programs has found control pragmas in a coroutine.
// RUN: %same %s -- -std=c++20
#include <cstdio>
#include <coroutine>
struct T { struct promise_type { T get_return_object(){return {};} std::suspend_never initial_suspend(){return {};} std::suspend_never final_suspend() noexcept {return {};} void return_void(){} void unhandled_exception(){} }; };
T f(){
#pragma pomp inst on
  std::puts("x");
  co_return; }
int main(){ f(); }
