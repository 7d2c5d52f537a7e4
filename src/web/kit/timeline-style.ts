/** The styles of timelines. */
export const timelineStyle = `
.timeline{font-size:.9375rem}
.timeline ol{list-style:none}
.span{display:grid;grid-template-columns:minmax(14rem,2fr) minmax(0,3fr);gap:.25rem 1.25rem;align-items:center}
.span+.span,.axis+ol{border-top:1px solid var(--line)}
.span>.text{padding:.625rem 0}
.span:not(.project,.axis)>.text{padding-left:1rem}
.span>svg{display:block;overflow:hidden}
.span text{fill:var(--muted);font-size:12.5px}
.span text.today{fill:var(--accent);font-weight:600}
.span .grid{stroke:var(--line)}
.span line.today{stroke:var(--accent);stroke-dasharray:3 3}
.span .bar{fill:var(--edge)}
.span .bar.late{fill:var(--danger)}
.span .bar.done,.span .complete{fill:var(--good)}`
