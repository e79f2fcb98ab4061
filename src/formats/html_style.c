#include "formats/html_page.h"

#include <stddef.h>

/* Colours have a contrast of 4.5 or more for letters and 3 for what is drawn,
 * on both grounds. Paper is always light. In pieces, because a string need not
 * hold more than 4095 characters. */
const char *const html_style[] = {
	":root{--ground:#fff;--soft:#f4f6f8;--line:#d5dbe1;--faint:#e6eaee;"
	"--text:#1b2733;--dim:#566370;--link:#1f5f9e;--bar:#5a92c8;"
	"--ok:#1b6e3c;--ok-soft:#e0f2e6;--remark:#7d5200;"
	"--remark-soft:#fbefd2;--other:#a3282e;--other-soft:#fbe4e4;"
	"--s0:#2566a8;--s1:#b0540a;--s2:#2a7a49;--s3:#8340a3;"
	"--s4:#a82f55;--s5:#5c6670}\n",
	"@media screen{:root{color-scheme:light dark}}\n",
	"@media screen and (prefers-color-scheme:dark){:root{"
	"--ground:#12181e;--soft:#1a222a;--line:#39444f;--faint:#27313a;"
	"--text:#e3e9ee;--dim:#a1aeba;--link:#82bdf5;--bar:#3d78b3;"
	"--ok:#7dd6a0;--ok-soft:#173626;--remark:#f0c36b;"
	"--remark-soft:#3a2f14;--other:#ff9d9d;--other-soft:#451f22;"
	"--s0:#6fb3f2;--s1:#f2a55f;--s2:#69cc93;--s3:#cc9cea;"
	"--s4:#f28da8;--s5:#aab5c0}}\n",
	"*{box-sizing:border-box}\n",
	"html{-webkit-text-size-adjust:100%;text-size-adjust:100%}\n",
	"body{margin:0;background:var(--ground);color:var(--text);"
	"font:1rem/1.55 system-ui,-apple-system,'Segoe UI',Roboto,"
	"'Helvetica Neue',Arial,sans-serif;overflow-wrap:anywhere}\n",
	"main{max-width:70rem;margin:0 auto;padding:2rem 1rem 4rem}\n",
	"@media (min-width:48rem){main{padding:3rem 2rem 5rem}}\n",
	"h1{font-size:clamp(1.6rem,1.2rem + 1.8vw,2.3rem);line-height:1.2;"
	"font-weight:650;letter-spacing:-.015em;margin:0 0 .5rem}\n",
	"h2{font-size:1.4rem;line-height:1.3;font-weight:650;"
	"margin:2.75rem 0 .5rem;padding-top:1.25rem;"
	"border-top:1px solid var(--line)}\n",
	"h3{font-size:1.15rem;line-height:1.35;font-weight:650;"
	"margin:2.5rem 0 .35rem}\n",
	"p{margin:.35rem 0;max-width:46rem}\n",
	"a{color:var(--link)}\n",
	".worth{margin:1.25rem 0 0;padding:.75rem 1rem;"
	"border-left:4px solid var(--s5);background:var(--soft);"
	"border-radius:0 .4rem .4rem 0;max-width:none}\n",
	".worth.ok{border-color:var(--ok)}"
	".worth.remark{border-color:var(--remark)}"
	".worth.other{border-color:var(--other)}\n",
	".note,figcaption p,caption{color:var(--dim);font-size:.9rem}\n",
	".errors{border-left:4px solid var(--other);"
	"background:var(--other-soft);padding:.75rem 1rem .75rem 2rem;"
	"margin:1rem 0;border-radius:0 .4rem .4rem 0}\n",
	"dl{display:grid;grid-template-columns:clamp(5.5rem,24%,11rem) 1fr;"
	"gap:.35rem 1rem;margin:1rem 0;font-size:.95rem}\n",
	"dt{color:var(--dim);grid-column:1}dd{margin:0;grid-column:2}\n",
	"figure{margin:2rem 0 0;min-width:0}\n",
	"figcaption h3,figcaption h4{font-size:1.05rem;margin:0;"
	"font-weight:650;line-height:1.35}\n",
	".grid{display:grid;gap:2rem 2.5rem;margin-top:1rem;"
	"grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),"
	"1fr))}\n",
	".grid figure{margin:0}\n",
	".scroll{overflow-x:auto;margin:.75rem 0;max-width:100%}\n",
	".scroll:focus-visible,summary:focus-visible{"
	"outline:2px solid var(--link);outline-offset:2px}\n",
	"table{border-collapse:collapse;font-size:.875rem;"
	"font-variant-numeric:tabular-nums;overflow-wrap:normal}\n",
	"caption{text-align:left;padding:0 0 .4rem}\n",
	"th,td{padding:.35rem .9rem .35rem 0;text-align:left;"
	"vertical-align:top;border-bottom:1px solid var(--faint)}\n",
	"thead th{color:var(--dim);font-weight:600;"
	"border-bottom:1px solid var(--line);white-space:nowrap}\n",
	"tbody th{font-weight:600;white-space:nowrap}\n",
	".number{white-space:nowrap}.why{min-width:14rem}\n",
	"pre{font:.85rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"
	"'DejaVu Sans Mono',monospace;white-space:pre;overflow-wrap:normal}\n",
	"details{margin:.6rem 0 0}\n",
	"summary{cursor:pointer;color:var(--link);font-size:.9rem;"
	"width:fit-content}\n",
	".verdict{display:inline-block;padding:0 .5rem;border-radius:1rem;"
	"font-size:.85rem;font-weight:600;white-space:nowrap;"
	"background:var(--soft);color:var(--dim);"
	"border:1px solid transparent}\n",
	".verdict.ok{background:var(--ok-soft);color:var(--ok)}"
	".verdict.remark{background:var(--remark-soft);color:var(--remark)}"
	".verdict.other{background:var(--other-soft);color:var(--other)}"
	".verdict.unchecked{border:1px dashed var(--dim)}\n",
	"svg{display:block}\n",
	"svg.bars,svg.plot{overflow:visible;margin-top:.75rem}\n",
	"svg.plot{margin-left:4.25rem;width:calc(100% - 5.5rem)}\n",
	"svg text{fill:var(--text);font-size:13px}\n",
	"@media (max-width:26rem){svg text{font-size:12px}}\n",
	"svg .tick{fill:var(--dim);font-size:12px}"
	"svg .mid{text-anchor:middle}svg .end{text-anchor:end}"
	"svg .name{font-weight:600}"
	"svg .figure{font-variant-numeric:tabular-nums}\n",
	".grid-line{stroke:var(--faint)}.axis{stroke:var(--dim)}\n",
	".bar{fill:var(--bar)}"
	".bar.unchecked{fill-opacity:.45;stroke:var(--bar)}"
	".bar.other{fill:var(--other-soft);stroke:var(--other);"
	"stroke-dasharray:4 3}"
	".bar.unknown{fill:var(--s5)}\n",
	".interval{stroke:var(--text);stroke-width:1.5}"
	".run{fill:var(--ground);stroke:var(--text)}\n",
	".curve{fill:none;stroke-width:1.5;stroke-linejoin:round;"
	"vector-effect:non-scaling-stroke}"
	".dot{stroke:var(--ground)}\n",
	".s0{stroke:var(--s0)}.s1{stroke:var(--s1)}.s2{stroke:var(--s2)}"
	".s3{stroke:var(--s3)}.s4{stroke:var(--s4)}.s5{stroke:var(--s5)}\n",
	".dot.s0{fill:var(--s0)}.dot.s1{fill:var(--s1)}"
	".dot.s2{fill:var(--s2)}.dot.s3{fill:var(--s3)}"
	".dot.s4{fill:var(--s4)}.dot.s5{fill:var(--s5)}\n",
	".regime{fill:var(--remark-soft)}"
	".level{stroke:var(--remark);stroke-width:2.5;"
	"stroke-dasharray:7 3}\n",
	".key{display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:.5rem 0 0;"
	"padding:0;list-style:none;font-size:.85rem;color:var(--dim)}"
	".key svg{display:inline-block;vertical-align:middle;"
	"margin-right:.35rem}\n",
	"footer{margin-top:4rem;padding-top:1rem;"
	"border-top:1px solid var(--line);color:var(--dim);"
	"font-size:.875rem}\n",
	"@media print{body{font-size:10pt}main{max-width:none;padding:0}"
	"figure,tr,dl{break-inside:avoid}h2,h3,h4{break-after:avoid}"
	"h2{margin-top:1.5rem}.scroll{overflow:visible}"
	".grid{grid-template-columns:1fr 1fr;gap:1rem}"
	"details:not([open]){display:none}"
	"*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}\n",
	NULL,
};
