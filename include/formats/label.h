#ifndef FORMATS_LABEL_H
#define FORMATS_LABEL_H

/* What a test is called for people: "Block out" for "write", as bonnie++ has
 * it; the key itself for tests that have no other name. */
const char *test_label(const char *key);

#endif
