static const int plain = 1;
