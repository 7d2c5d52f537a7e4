import { boardStyle } from './board-style.ts'
import { frameStyle, sideAway } from './frame-style.ts'
import { workStyle } from './work-style.ts'
import { dark, light } from './palette.ts'

const variables = (palette: typeof light) =>
  Object.entries(palette)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** The one stylesheet of the pages. */
export const style = `
:root{color-scheme:light dark;${variables(light)}}
@media (prefers-color-scheme:dark){:root{${variables(dark)}}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;overflow-wrap:anywhere;background:var(--ground);color:var(--text);
  font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
h1,h2,h3,p,ul,ol,dl,dd,pre,figure{margin:0;padding:0}
h1{font-size:1.625rem;line-height:1.25;letter-spacing:-.015em}
h2{font-size:1.125rem;line-height:1.35;letter-spacing:-.005em}
h3{font-size:1rem;line-height:1.4}
ul{list-style:none}
a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
main:focus{outline:none}
code,pre,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
.skip{position:absolute;left:1rem;top:-4rem;z-index:2;padding:.5rem .875rem;border-radius:0 0 8px 8px;
  background:var(--accent);color:var(--onAccent)}
.skip:focus{top:0}
.wide{width:100%;max-width:60rem;margin:0 auto;padding-left:1.25rem;padding-right:1.25rem}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}

${frameStyle}
.brand{display:inline-flex;align-items:center;gap:.625rem;color:var(--text);font-weight:650;text-decoration:none;
  letter-spacing:-.01em}
.mark{display:grid;place-items:center;flex:none;width:1.875rem;height:1.875rem;border-radius:8px;
  background:var(--accent);color:var(--onAccent);font-size:.9375rem;font-weight:700}
main{flex:1 0 auto;padding-top:2.25rem;padding-bottom:3rem}
.foot{border-top:1px solid var(--line);font-size:.875rem;color:var(--muted)}
.foot .wide{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding-top:1rem;padding-bottom:1.25rem}
.foot a{color:inherit}

.stack>*+*{margin-top:1.25rem}
.close>*+*{margin-top:.5rem}
.lead{color:var(--muted);max-width:42rem;margin-top:.375rem}
.muted{color:var(--muted)}
.small{font-size:.875rem}
.nowrap{white-space:nowrap}
.card{background:var(--surface);border:1px solid var(--line);border-radius:14px;padding:1.5rem}
.card>h2+*{margin-top:.5rem}
.centered{width:100%;max-width:27.5rem;margin:0 auto;padding:clamp(1.5rem,8vh,5.5rem) 1.25rem 2.5rem}
.centered .brand{display:flex;justify-content:center;margin-bottom:1.5rem;font-size:1.125rem}
.centered .buttons>button.primary{flex:1}
.centered form>.primary,.actions form>button{width:100%}
.centered+.foot{border:0}
.centered+.foot .wide{justify-content:center}
.centered.broad{max-width:34rem}
.after{text-align:center;margin-top:1.25rem;color:var(--muted)}
.head{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.25rem 1rem}
.badge{display:inline-block;padding:.0625rem .5rem;border-radius:99px;background:var(--code);color:var(--muted);
  font-size:.8125rem;font-weight:550;line-height:1.5}
.badge.bad{background:var(--dangerSoft);color:var(--danger)}
.badge.warn{background:var(--warnSoft);color:var(--warn)}
.badge.good{background:var(--goodSoft);color:var(--good)}
.badge.accent{background:var(--accentSoft);color:var(--accent)}

.notice{border-radius:10px;padding:.875rem 1rem;background:var(--accentSoft);border-left:4px solid var(--accent)}
.notice h2{font-size:1rem}
.notice.bad{background:var(--dangerSoft);border-color:var(--danger)}
.notice.bad h2,.notice.bad a{color:var(--danger)}
.notice.warn{background:var(--warnSoft);border-color:var(--warn)}
.notice.good{background:var(--goodSoft);border-color:var(--good)}
.notice ul{margin-top:.25rem}

.field>*+*{margin-top:.3125rem}
label,.label{font-weight:600;font-size:.9375rem;display:block}
.optional{font-weight:400;color:var(--muted)}
.hint{color:var(--muted);font-size:.875rem}
.problem{color:var(--danger);font-size:.875rem;font-weight:600}
input[type=text],input[type=search],input[type=email],input[type=password],input[type=date],input[type=number],input[type=file],select{width:100%;min-height:2.75rem;
  padding:.5rem .75rem;border:1px solid var(--edge);border-radius:9px;background:var(--surface);color:var(--text);
  font:inherit;appearance:auto}
input[type=color]{width:4rem;height:2.75rem;padding:.25rem;border:1px solid var(--edge);border-radius:9px;background:var(--surface)}
input[aria-invalid=true]{border-color:var(--danger);border-width:2px}
input:focus-visible,select:focus-visible{outline-offset:1px;border-radius:9px}
.check{display:flex;gap:.625rem;align-items:flex-start}
.check input{flex:none;width:1.125rem;height:1.125rem;margin:.1875rem 0 0;accent-color:var(--accent)}
.check .hint{margin-top:0}
fieldset{min-width:0;margin:0;padding:0;border:0}
legend{padding:0 0 .375rem;font-weight:600}
.inset{margin-left:1.75rem}
textarea{width:100%;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:9px;background:var(--surface);
  color:var(--text);font:inherit;line-height:1.5;resize:vertical}
mark{background:var(--warnSoft);color:inherit;border-radius:3px}
.buttons select{width:auto;max-width:100%;min-height:2.125rem;padding:.25rem .5rem}
.as-typed{white-space:pre-wrap}
.prose>*+*{margin-top:.75rem}
.prose ul{list-style:disc}
.prose ul,.prose ol{padding-left:1.5rem}
.prose li+li{margin-top:.25rem}
.prose pre{overflow-x:auto;padding:.75rem .875rem;border-radius:9px;background:var(--code)}
.prose blockquote{margin-left:0;margin-right:0;padding-left:1rem;border-left:3px solid var(--line);color:var(--muted)}
.prose table{display:block;overflow-x:auto;border-collapse:collapse}
.prose th,.prose td{padding:.375rem .75rem;border:1px solid var(--line);text-align:left}
.tree ul{padding-left:1.25rem}
.title a,a.title{color:inherit;text-decoration-color:var(--edge)}
.columns{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1.25rem}
.columns>*+*{margin-top:0}
.line .columns{grid-template-columns:repeat(auto-fit,minmax(8rem,1fr));gap:.75rem;align-items:end}
.line .optional{display:none}
.line+.line{padding-top:1rem;border-top:1px solid var(--line)}

.beside{display:grid;grid-template-columns:minmax(0,1fr) 20rem;gap:1.25rem;align-items:start}
.beside>.panel{order:1}
.panel .columns{grid-template-columns:minmax(0,1fr)}
.buttons>details[open]:not(.confirm){flex:1 1 100%}

button,.button{display:inline-flex;text-align:center;align-items:center;justify-content:center;min-height:2.75rem;padding:.5rem 1.125rem;
  border:1px solid var(--edge);border-radius:9px;background:var(--surface);color:var(--text);font:inherit;
  font-weight:600;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--ground)}
button:focus-visible,.button:focus-visible{border-radius:9px}
.primary{background:var(--accent);border-color:var(--accent);color:var(--onAccent)}
.primary:hover{background:var(--accent);filter:brightness(1.08)}
.danger{background:var(--danger);border-color:var(--danger);color:var(--onDanger)}
.danger:hover{background:var(--danger);filter:brightness(1.08)}
.full{width:100%}
.slim{min-height:2.125rem;padding:.25rem .75rem;font-size:.875rem;font-weight:550}
.plain{min-height:0;padding:0;border:0;background:none;color:var(--accent);font-weight:inherit;
  text-decoration:underline;text-underline-offset:.18em;text-decoration-thickness:1px}
.plain:hover{background:none;text-decoration-thickness:2px}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}
.actions>*{flex:1 1 9rem;white-space:nowrap}

.rows>li{padding:.9375rem 0;border-top:1px solid var(--line)}
.rows>li:first-child{border-top:0;padding-top:.25rem}
.rows>li:last-child{padding-bottom:.25rem}
.row{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;align-items:flex-start}
.row>.grow{flex:1 1 16rem;min-width:0}
.row>.forms{flex:1 1 100%}
.forms details.more,.forms form.stack{max-width:48rem}
.facts{display:flex;flex-wrap:wrap;gap:.125rem .875rem;color:var(--muted);font-size:.875rem}
.title{font-weight:600}
.task{display:flex;flex-wrap:wrap;gap:.125rem .75rem;align-items:baseline}
.task .key{color:var(--muted);flex:none;min-width:4.25rem}
.task .grow{flex:1 1 14rem;min-width:0}
.marks{display:flex;flex-wrap:wrap;gap:.375rem}
h1+.marks{margin-top:.5rem}
.clock,.clock~section{max-width:32rem}
.clock{text-align:center}
.clock .hours{font-size:3rem;font-weight:650;line-height:1.1;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.clock .hours+.muted{margin-top:.25rem}
.punch{display:grid;gap:.75rem}
.punch button{width:100%;min-height:3rem;font-size:1.0625rem}
.punch .primary{min-height:4.5rem;border-radius:14px;font-size:1.25rem}
${workStyle}
.tally{display:flex;flex-wrap:wrap;gap:.5rem}
.tally li{display:flex;gap:.375rem;align-items:baseline;padding:.25rem .75rem;border-radius:9px;background:var(--code);
  font-size:.875rem}
.tally strong{font-size:1rem;font-variant-numeric:tabular-nums}
.tally .bad{background:var(--dangerSoft);color:var(--danger)}
.tally .warn{background:var(--warnSoft);color:var(--warn)}

details.confirm summary{list-style:none;display:inline-flex;cursor:pointer}
details.confirm summary::-webkit-details-marker{display:none}
details.confirm{position:relative}
details.confirm .confirm-form{position:absolute;z-index:1;top:calc(100% + .5rem);left:0;width:21rem;padding:.875rem 1rem;
  border:1px solid var(--danger);border-radius:10px;background:var(--dangerSoft);box-shadow:0 .375rem 1.25rem var(--line)}
.row details.confirm .confirm-form{left:auto;right:0}
details.confirm .confirm-form>*+*{margin-top:.625rem}
details.more>summary{cursor:pointer;font-weight:600;color:var(--accent)}
details.more>*+*{margin-top:.875rem}
details.more.small>summary{font-size:.9375rem;font-weight:550}

.copy{display:flex;align-items:flex-start;background:var(--code);border:1px solid var(--line);border-radius:10px}
.mail{margin:0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
.copy pre{flex:1;min-width:0;overflow-x:auto;padding:.75rem .875rem;line-height:1.5;white-space:pre}
.copy pre.fold{white-space:pre-wrap;user-select:all}
textarea.masked{-webkit-text-security:disc}
.copy pre:focus-visible{outline-offset:-2px;border-radius:9px}
.copy button{flex:none;margin:.375rem}
[hidden]{display:none!important}
.qr{display:block;width:100%;max-width:15rem;height:auto;border-radius:10px}
.passkey>*+*{margin-top:.375rem}

.pairs{display:grid;grid-template-columns:max-content 1fr;gap:.75rem 1.25rem}
.pairs dt{color:var(--muted);font-size:.9375rem}
.pairs dd{min-width:0}
.ticks li{position:relative;padding-left:1.375rem}
.ticks li::before{content:"";position:absolute;left:.125rem;top:.5em;width:.4375rem;height:.4375rem;border-radius:99px;
  background:var(--accent)}
.ticks li+li{margin-top:.375rem}
.steps{padding-left:1.25rem}
.steps li+li{margin-top:.375rem}
.tabs{display:flex;flex-wrap:wrap;gap:.5rem}
.tabs a{padding:.3125rem .875rem;border:1px solid var(--line);border-radius:99px;background:var(--surface);
  color:var(--text);text-decoration:none;font-size:.9375rem}
.tabs a[aria-current]{background:var(--accentSoft);border-color:var(--accent);color:var(--accent);font-weight:600}

${boardStyle}
.conversation{list-style:none}
.attachments{display:flex;flex-wrap:wrap;gap:.375rem .75rem;margin-top:.625rem;font-size:.9375rem;overflow-wrap:anywhere}
.conversation>li{padding:1rem 0;border-top:1px solid var(--line)}
.conversation>li.internal{padding:1rem;border:1px dashed var(--warn);border-radius:10px;background:var(--warnSoft);color:var(--text)}
.conversation>li.internal+li:not(.internal){border-top:0}
.conversation>li.internal+li.internal{margin-top:.5rem}
.conversation .internal .facts{color:var(--text)}
.file{display:flex;gap:.875rem;align-items:flex-start}
.file>div{min-width:0}
.thumb{display:block;width:4.5rem;height:3.375rem;object-fit:cover;border:1px solid var(--line);border-radius:6px;
  background:var(--code)}

.switches{width:100%;border-collapse:collapse}
.switches th{font-weight:400;text-align:left;padding:.25rem 0}
.switches thead th{color:var(--muted);font-size:.875rem}
.switches tr+tr,.switches tbody{border-top:1px solid var(--line)}
.switches td,.switches thead th+th{width:4rem;text-align:center;padding:0}
.switches label{position:relative;display:grid;place-items:center;min-height:2.25rem}
.switches input{width:1.125rem;height:1.125rem;accent-color:var(--accent)}
progress{display:block;width:100%;max-width:20rem;height:.375rem;margin-top:.375rem;border:0;border-radius:99px;
  background:var(--code);accent-color:var(--accent);appearance:none}
progress::-webkit-progress-bar{background:var(--code);border-radius:99px}
progress::-webkit-progress-value{background:var(--accent);border-radius:99px}
progress::-moz-progress-bar{background:var(--accent);border-radius:99px}

.impersonation{background:var(--warnSoft);color:var(--warn);border-bottom:1px solid var(--warn);font-size:.9375rem}
.impersonation .wide{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.25rem;
  padding-top:.5rem;padding-bottom:.5rem}
.impersonation p{flex:1 1 18rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:1rem 1.25rem}
.card>h2+.figures{margin-top:.875rem}
.figures dt{color:var(--muted);font-size:.875rem}
.figures dd{font-size:1.375rem;font-weight:650;line-height:1.3;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
.figures dd small{display:block;font-size:.8125rem;font-weight:400;letter-spacing:0;color:var(--muted)}
.search{display:flex;flex-wrap:wrap;gap:.75rem;align-items:flex-end}
.search .field{flex:1 1 14rem}
.search .field.short{flex:0 1 11rem}
.search .full{flex-basis:100%}
.search>.part{flex:1 1 9rem}
.pager{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1rem;margin-top:1rem}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem;align-items:flex-start}
.buttons>*{min-width:0;max-width:100%}
details.confirm .confirm-form.calm{background:var(--code);border-color:var(--edge)}
pre.mail{white-space:pre-wrap}
iframe.mail{display:block;width:100%;height:34rem;border:1px solid var(--line);border-radius:10px}

@media (max-width:72rem){
  .beside{grid-template-columns:minmax(0,1fr)}
  .beside>.panel{order:0}
}
@media (max-width:56rem){
  .top{padding:.375rem 1rem}
  .fold{display:none}${sideAway('')}
}
@media (max-width:40rem){
  .banner .wide{padding-top:.625rem;padding-bottom:.5rem;row-gap:.5rem;justify-content:space-between;column-gap:.75rem}
  .banner nav{order:3;flex:1 1 100%;margin:0 -.5rem;overflow-x:auto}
  .banner ul{flex-wrap:nowrap;white-space:nowrap}
  .who .name{max-width:8.5rem}
  .top>.brand{flex:none;font-size:0;gap:0}
  .find{flex:1 1 6rem}

  input,select,textarea{font-size:1rem!important}
  h1{font-size:1.375rem}
  main{padding-top:1.5rem;padding-bottom:2rem}
  .wide,.centered{padding-left:1rem;padding-right:1rem}
  .card{padding:1.125rem}
  details.confirm .confirm-form,.row details.confirm .confirm-form{position:fixed;top:auto;left:1rem;right:1rem;bottom:1rem;width:auto}
  .columns{grid-template-columns:minmax(0,1fr)}
  .span{grid-template-columns:minmax(0,1fr)}
  .span>.text{padding-bottom:0}
  .span .drawn{margin-bottom:.5rem}
  .axis>span{display:none}
  .pairs{grid-template-columns:1fr;gap:.125rem}
  .pairs dd+dt{margin-top:.75rem}
}
@media (prefers-reduced-motion:no-preference){
  button,.button,.side a,.skip{transition:background-color .12s,filter .12s,color .12s,top .12s}
}
@media (forced-colors:active){.mark,.badge,.notice{border:1px solid}}
`
  .replace(/\n\s*/g, '\n')
  .trim()
