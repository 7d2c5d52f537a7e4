/** The styles of boards. */
export const boardStyle = `
.board{position:relative;margin-top:1rem;overflow-x:auto;border-radius:10px}
.lanes{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(12.5rem,1fr);gap:.75rem;align-items:start}
.lane{padding:.625rem;border-radius:10px;background:var(--code);min-width:0}
.lane>*+*{margin-top:.5rem}
.lane h3{font-size:.9375rem;flex-wrap:nowrap;padding:0 .125rem}
.lane ol{list-style:none;min-height:1.5rem}
.number{color:var(--muted);font-weight:400;font-variant-numeric:tabular-nums;white-space:nowrap}
.number.over{color:var(--danger);font-weight:600}
.tile{padding:.5rem .625rem;border:1px solid var(--line);border-radius:8px;background:var(--surface);font-size:.875rem}
.tile+.tile{margin-top:.5rem}
.tile.high{border-left:4px solid var(--warn)}
.tile.urgent{border-left:4px solid var(--danger)}
.tile .title{display:block;font-weight:550;line-height:1.4;overflow-wrap:anywhere}
.tile .facts{justify-content:space-between;font-size:.8125rem}
.tile strong{color:var(--danger)}
.tile select{min-height:2.25rem;padding:.25rem .5rem}
.tile.lifted{outline:2px solid var(--accent);opacity:.85;cursor:grabbing}
[data-board] .tile{cursor:grab;user-select:none}
.grip{margin-left:auto;padding:.125rem .25rem;touch-action:none;color:var(--muted)}
`.trim()
