#ifndef COMPARE_METHOD_H
#define COMPARE_METHOD_H

struct result;

/* How the tool and version that measured a result measure `test`, where tools
 * or versions differ in it, in a few words: "flushes in the time". NULL: they
 * do not differ, or it is not known how. Figures of unlike methods say nothing
 * against each other. */
const char *compare_method(const struct result *result, const char *test);

#endif
