import reference from '@scalar/fastify-api-reference'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'

type Reply = { header(): Reply; send(body: string): void }
type Route = { url: string; handler: (request: null, reply: Reply) => void }
type Plugin = (server: { route(route: Route): unknown }, options: object, done: () => void) => void

/**
 * The script of the reference page, from its npm package, not from a CDN. This plugin has it inside and gives it on a
 * route; the package of the page itself has it as a file, and 270 MB of parts that are in that file already.
 */
function referenceScript(): string {
  let script = ''
  const reply: Reply = { header: () => reply, send: (body) => (script = body) }
  const route = ({ url, handler }: Route) => url.endsWith('.js') && handler(null, reply)
  ;(reference as Plugin)({ route }, { configuration: { url: '/' } }, () => undefined)
  if (!script) throw new Error('@scalar/fastify-api-reference gives no script')
  return script
}

/** Puts the files that the pages need into dist/assets. */
mkdirSync('dist/assets/docs', { recursive: true })
copyFileSync('openapi/openapi.json', 'dist/assets/openapi.json')
writeFileSync('dist/assets/docs/reference.js', referenceScript())
console.log('assets are in dist/assets')
