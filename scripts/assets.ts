import reference from '@scalar/fastify-api-reference'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { writeFonts } from './fonts.ts'

type Reply = { header(): Reply; send(body: string): void }
type Route = { url: string; handler: (request: null, reply: Reply) => void }
type Plugin = (server: { route(route: Route): unknown }, options: object, done: () => void) => void

/**
 * The script of the reference page, from its npm package rather than a CDN. This plugin embeds it and serves
 * it on a route; the page's own package has it as a file, plus 270 MB of sources that the file already
 * contains.
 */
function referenceScript(): string {
  let script = ''
  const reply: Reply = { header: () => reply, send: (body) => (script = body) }
  const route = ({ url, handler }: Route) => url.endsWith('.js') && handler(null, reply)
  ;(reference as Plugin)({ route }, { configuration: { url: '/' } }, () => undefined)
  if (!script) throw new Error('@scalar/fastify-api-reference gives no script')
  return script
}

/** Writes the files that pages, papers and the tool endpoint need to dist/assets. */
mkdirSync('dist/assets/docs', { recursive: true })
for (const name of ['openapi.json', 'tools.json']) copyFileSync(`openapi/${name}`, `dist/assets/${name}`)
writeFileSync('dist/assets/docs/reference.js', referenceScript())
writeFonts('dist/assets/fonts')
console.log('assets are in dist/assets')
