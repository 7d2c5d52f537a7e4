import { timelineStyle } from './timeline-style.ts'

/** The styles of what is drawn, which only pages with drawings load. */
export const chartsStyle = `${timelineStyle}
.chart{margin-top:1rem}
.chart>div{position:relative;overflow-x:auto}
.chart svg{display:block;width:100%;min-width:40rem;height:auto}
.chart text{fill:var(--text);font-size:13px}
.chart .tick{fill:var(--muted);font-size:12px;font-variant-numeric:tabular-nums}
.chart .grid{stroke:var(--line)}
.chart .off{fill:var(--code)}
.chart polyline{fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}
.chart .ideal{stroke:var(--edge);stroke-width:1.5;stroke-dasharray:5 5}
.chart .scope{stroke:var(--warn);stroke-width:1.5}
.chart .remaining{stroke:var(--accent)}
.spark{width:4.25rem;height:1.25rem;vertical-align:middle}
.spark polyline{fill:none;stroke:var(--accent);stroke-width:1.5;stroke-linejoin:round}
.chart .now{fill:var(--accent);stroke:var(--surface);stroke-width:2}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;font-size:.875rem;color:var(--muted)}
.legend li{display:flex;align-items:center;gap:.5rem}
.legend li::before{content:"";width:1.25rem;border-top:3px solid var(--accent)}
.legend .is-ideal::before{border-top:2px dashed var(--edge)}
.legend .is-scope::before{border-top:2px solid var(--warn)}
.figures-grid{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:1rem}
.figures-grid>section{grid-column:span 12;min-width:0}
.figures-grid .chart svg{min-width:0}
.figures-grid .scrolls{position:relative;overflow-x:auto}
@media (min-width:48rem){
.figures-grid>.w3{grid-column:span 3}
.figures-grid>.w4{grid-column:span 4}
.figures-grid>.w6{grid-column:span 6}
.figures-grid>.w8{grid-column:span 8}
.figures-grid>.w9{grid-column:span 9}}
.big-number{font-size:2rem;line-height:1.2;font-weight:650;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.series{--c:var(--accent)}
.series.s1{--c:var(--good)}
.series.s2{--c:var(--warn)}
.series.s3{--c:var(--danger)}
.series.s4{--c:#8a5cc4}
.series.s5{--c:#1f8a99}
.series.s6{--c:var(--edge)}
.chart polyline.series{stroke:var(--c)}
.chart .s1.line{stroke-dasharray:7 4}
.chart .s2.line{stroke-dasharray:2 4}
.chart .s3.line{stroke-dasharray:10 3 2 3}
.chart .before{opacity:.45;stroke-dasharray:3 4}
.chart .series.fill{fill:var(--c);stroke:var(--surface);stroke-width:1}
.chart .series.faint{fill:var(--c);opacity:.22}
.chart .series.dot{fill:var(--c);stroke:var(--surface);stroke-width:1.5}
.chart svg a:hover>:not(title){opacity:.7}
.chart svg a:focus-visible>:not(title){stroke:var(--text);stroke-width:2.5}
.legend li.series::before{border-top-color:var(--c);border-top-width:.75rem;width:.75rem;border-radius:3px}
.meter-bar{fill:var(--code)}
.heat td{text-align:right;font-variant-numeric:tabular-nums}
.heat .h1{background:color-mix(in srgb,var(--accent) 10%,transparent)}
.heat .h2{background:color-mix(in srgb,var(--accent) 22%,transparent)}
.heat .h3{background:color-mix(in srgb,var(--accent) 34%,transparent)}
.heat .h4{background:color-mix(in srgb,var(--accent) 46%,transparent)}`
