#ifndef CLI_REPORT_STYLE_H
#define CLI_REPORT_STYLE_H

#include "compare/report.h"

/* How a report is drawn in the locale that the environment names. */
struct report_style report_style_here(void);

#endif
