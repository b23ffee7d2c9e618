/* fuzz_options.c - gives what libFuzzer thinks of to the options of pomp-convert, an argument a line.
 * The options are only read here; nothing is converted. */
#define main convert_main
#include "main.c"
#undef main

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum { MOST = 16 };
  char *text = malloc(size + 1), *rest = NULL, *arguments[MOST + 2] = {"pomp-convert"};
  int count = 1, status = -1;
  memcpy(text, data, size);
  text[size] = 0;
  for (char *line = strtok_r(text, "\n", &rest); line && count <= MOST; line = strtok_r(NULL, "\n", &rest))
    arguments[count++] = line;
  struct choice choice = {.jobs = 0};
  optind = 0; /* getopt begins anew */
  if (read_options(count, arguments, &choice, &status) &&
      (status != EXIT_SUCCESS || !choice.format || choice.format < formats || choice.format >= formats + FORMATS ||
       choice.jobs > 1024))
    abort();
  enum { WRONG_CALL = 2 };
  if (status != EXIT_SUCCESS && status != EXIT_FAILURE && status != WRONG_CALL)
    abort();
  free(text);
  return 0;
}
