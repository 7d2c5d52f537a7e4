import { hashOf } from '../../base/tokens.ts'
import browser from '../browser/built.json' with { type: 'json' }
import shapes from './icons.json' with { type: 'json' }
import { chartsStyle } from './charts-style.ts'
import { style } from './style.ts'

export const assetOf = (path: string, type: string, text: string) => {
  const stamp = hashOf(text).slice(0, 6)
  return { text, type, stamp, address: `${path}?v=${stamp}` }
}
type Asset = ReturnType<typeof assetOf>

/** Without the line breaks between and within rules, and with the short form of colours. */
const packed = (sheet: string) =>
  sheet
    .trim()
    .replaceAll(/(?<=[{};,])\s*\n\s*/g, '')
    .replaceAll(/#(\w)\1(\w)\2(\w)\3\b/g, '#$1$2$3')
export const css = assetOf('/web.css', 'text/css; charset=utf-8', packed(style))
/** The styles of drawings, for the pages that have some. */
export const charts = assetOf('/charts.css', 'text/css; charset=utf-8', packed(chartsStyle))
export const js = assetOf('/web.js', 'text/javascript; charset=utf-8', browser.script)
/** The script of the clock, which its page alone loads. */
export const clockJs = assetOf('/clock.js', 'text/javascript; charset=utf-8', browser.clock)
/** Sends an exported organization, for the pages of its import. */
export const importJs = assetOf('/import.js', 'text/javascript; charset=utf-8', browser.import)
/** Keeps a page as it is on the service. */
export const liveJs = assetOf('/live.js', 'text/javascript; charset=utf-8', browser.live)

/** Opens the clock without network; its address stays, so that browsers find a newer one there. */
export const clockWorker = assetOf('/clock-worker.js', 'text/javascript; charset=utf-8', browser.worker)

const symbols = Object.entries(shapes).map(
  ([name, shape]) => `<symbol id="${name}" viewBox="0 0 24 24">${shape}</symbol>`,
)
/** The icons of all pages in one file, so that no page carries them. */
export const icons = assetOf(
  '/web.svg',
  'image/svg+xml',
  `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`,
)

/** An asset under its current hash never changes; under any other it is revalidated. */
export const assetResponse = ({ text, type, stamp }: Asset, requested: string | undefined) =>
  new Response(text, {
    headers: {
      'content-type': type,
      'cache-control': requested === stamp ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  })
