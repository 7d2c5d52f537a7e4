/** Wide tables of sums, the clock, weeks, approvals and the calendar of absences. */
export const workStyle = `
.sums{position:relative;overflow-x:auto}
.sums table{display:table;min-width:46rem;overflow-wrap:normal}
.sums th:first-child{position:sticky;left:0;min-width:6.5rem;background:var(--surface)}
.away-days{position:relative;overflow-x:auto;margin-top:.875rem}
.away-days table{border-collapse:separate;border-spacing:0;min-width:100%;font-size:.8125rem}
.away-days th{font-weight:400;color:var(--muted);text-align:center;padding:.25rem;min-width:1.625rem}
.away-days th small{display:block}
.away-days th.free{background:var(--code)}
.away-days th.today{color:var(--accent);font-weight:700}
.away-days th:first-child{position:sticky;left:0;z-index:1;text-align:left;background:var(--surface);padding-right:.75rem;min-width:7rem;color:var(--text)}
.away-days tbody>tr>*{border-top:1px solid var(--line);height:2.25rem}
.away-days td.away,.away-days td.asked{background:var(--accentSoft);color:var(--accent);text-align:center;padding:0 .375rem;
  max-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;border-left:2px solid var(--accent)}
.away-days td.asked{background:none;outline:1px dashed var(--accent);outline-offset:-3px}
.row>.buttons button.primary{min-height:2.125rem;padding:.25rem .75rem;font-size:.875rem}
.pick{display:inline-block;margin-right:.375rem}
.pick input{width:1.125rem;height:1.125rem;margin:0;vertical-align:-.125rem;accent-color:var(--accent)}
.entries>li{display:flex;flex-wrap:wrap;gap:.125rem .75rem;align-items:center;padding:.3125rem 0 .3125rem .75rem;border-left:3px solid var(--line);
  font-size:.9375rem}
.entries>li>.nowrap{min-width:5.5rem;font-variant-numeric:tabular-nums}
.entries>li>.grow{flex:1 1 12rem;min-width:0}
`
