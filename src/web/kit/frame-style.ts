/** The side bar out of sight until it is asked for: on a narrow screen, or where the person folded it away. */
export const sideAway = (at: string) => `
  ${at}.house{grid-template-columns:minmax(0,1fr)}
  ${at} .menu.button{display:inline-flex}
  ${at} .side{display:none}
  ${at} .side:target{display:flex;position:fixed;z-index:4;inset:0 auto 0 0;width:min(20rem,100%);height:auto;
    box-shadow:0 0 2.5rem var(--edge)}
  ${at} .side .close{display:block;align-self:flex-end}`

/** What stands around each page: the bar and the side of the frame, and the bar of the portal. */
export const frameStyle = `.top{position:sticky;top:0;z-index:3;display:flex;align-items:center;gap:.75rem;min-height:3.25rem;padding:.375rem 1.25rem;
  background:var(--surface);border-bottom:1px solid var(--line)}
.top>.brand{flex:1}
.top .button{flex:none;white-space:nowrap}
.top .menu{display:none}
.find{flex:0 1 22rem}
.find input[type=search]{min-height:2.125rem;padding:.25rem .625rem;background:var(--ground)}
.create{position:relative}
.create summary,.homes summary{list-style:none;cursor:pointer}
.create summary::-webkit-details-marker{display:none}
.create ul{position:absolute;right:0;top:calc(100% + .375rem);min-width:11rem;padding:.375rem;border:1px solid var(--line);
  border-radius:10px;background:var(--surface);box-shadow:0 .375rem 1.25rem var(--line)}
.icon{flex:none;width:1.0625rem;height:1.0625rem;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.create ul a,.side a{display:flex;align-items:center;gap:.5625rem;padding:.3125rem .625rem;border-radius:7px;color:var(--text);text-decoration:none;font-size:.9375rem}
.create ul a:hover,.side a:hover{background:var(--code)}
.house{flex:1 0 auto;display:grid;grid-template-columns:14.5rem minmax(0,1fr);align-items:start}
.side{position:sticky;top:3.25rem;display:flex;flex-direction:column;gap:.75rem;height:calc(100vh - 3.25rem);overflow-y:auto;
  padding:.875rem .75rem 1rem;border-right:1px solid var(--line);background:var(--surface)}
.side a[aria-current]{color:var(--accent);background:var(--accentSoft);font-weight:600}
.side summary{padding:.25rem .625rem;color:var(--muted);font-size:.8125rem;font-weight:600;cursor:pointer}
.side .homes summary,.side .home{padding:.25rem .625rem;color:var(--text);font-size:1rem;font-weight:650}
.side .homes summary::after{content:" \\25BE";color:var(--muted)}
.side .icon{opacity:.8}
.side .close{display:none}
.own{margin-top:auto;padding-top:.75rem;border-top:1px solid var(--line)}
.own .name{padding:0 .625rem .25rem;color:var(--muted);font-size:.875rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.own .plain,.fold .plain{margin:.25rem .625rem 0}
${sideAway('.folded')}
.content{display:flex;flex-direction:column;min-height:calc(100vh - 3.25rem)}
.content .wide{margin:0;max-width:84rem}
.content main:has(.board){max-width:none}
.banner{background:var(--surface);border-bottom:1px solid var(--line)}
.banner .wide{display:flex;flex-wrap:wrap;align-items:center;column-gap:1.75rem;min-height:3.75rem}
.banner nav{flex:1}
.banner ul{display:flex;flex-wrap:wrap;gap:0 .25rem}
.banner nav a{display:block;padding:.375rem .625rem;border-radius:7px;color:var(--muted);text-decoration:none;font-size:.9375rem}
.banner nav a:hover{color:var(--text);background:var(--ground)}
.banner nav a[aria-current]{color:var(--accent);background:var(--accentSoft);font-weight:600}
.who{display:flex;align-items:center;gap:.875rem;font-size:.9375rem;color:var(--muted);min-width:0}
.who .name{max-width:12rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}`
