import reference from '@scalar/fastify-api-reference'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeBrowserScripts } from './browser.ts'
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

/** Leaves a file alone that is as it should be, as a running service may be reading it. */
function write(name: string, content: string | Buffer) {
  const path = join('dist/assets', name)
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** Writes the files that pages, documents and the tool endpoint need to dist/assets. */
for (const name of ['openapi.json', 'tools.json', 'platform-tools.json'])
  write(name, readFileSync(`openapi/${name}`))
write('docs/reference.js', referenceScript())
// What is not served by the Worker gets the headers that the Worker would add.
write('_headers', '/docs/*\n  X-Content-Type-Options: nosniff\n')
writeBrowserScripts()
writeFonts((name, content) => write(`fonts/${name}`, content))
console.log('assets are in dist/assets')
