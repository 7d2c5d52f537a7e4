import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { catalogues, type Language, speaking } from '../../src/web/kit/say.ts'
import { pageValues } from '../../src/web/page-values.ts'
import { addHistory, fullWorld } from '../contract/full-world.ts'
import type { World } from '../contract/world.ts'
import { operator } from '../kit/impersonation.ts'
import { open } from './browse.ts'

/** A language in which each sentence is marked: what is not marked was not said. */
const marked = 'xx' as Language
const inMarks = async <T>(run: () => Promise<T>): Promise<T> => {
  catalogues[marked] = new Proxy<Record<string, string>>({}, { get: (_, text) => `⟦${String(text)}⟧` })
  return speaking(marked, run).finally(() => delete catalogues[marked])
}

/** What was read for pages: it is in no language of theirs. */
const read = new Set<string>()
async function keptText(this: Response) {
  const text = new TextDecoder().decode(await this.arrayBuffer())
  if (this.headers.get('content-type')?.includes('json')) keep(JSON.parse(text || 'null'))
  return text
}
const dates = /\d{4}-\d\d-\d\d/g
/** Values of enumerations: pages say them as words. */
const codes = new Set(
  [...readFileSync('openapi/openapi.json', 'utf8').matchAll(/"enum":\s*\[([^\]]*)\]/g)].flatMap(
    ([, values]) => [...values!.matchAll(/"(\w+)"/g)].map(([, value]) => value!),
  ),
)
function keep(value: unknown): void {
  if (typeof value === 'string' && !codes.has(value))
    for (const line of value.split('\n')) read.add(line.replace(/^#+ /, '').replaceAll(dates, '').trim())
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(keep)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const decoded = (html: string) =>
  html.replaceAll(/&(\w+|#\d+);/g, (all, name: string) => entities[name] ?? all)

/** The texts of a page: of its elements and of what names them. */
function textsOf(html: string): string[] {
  const body = html
    .slice(html.indexOf('<body'))
    .replaceAll(/<(script|style|code|pre|textarea|time)\b.*?<\/\1>/gs, '')
  const named = [...body.matchAll(/ (?:title|aria-label|placeholder|alt|data-copied)="([^"]*)"/g)].map(
    ([, text]) => text!,
  )
  const text = body.replaceAll(/<[^>]*>/g, '\n')
  return [withoutSaid(text), ...named.map(withoutSaid)].flatMap((one) => decoded(one).split('\n'))
}
function withoutSaid(text: string): string {
  const less = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
  return less === text ? text : withoutSaid(less)
}

/** The name of the service, and of a file. */
const names = new Set(['Service', 'manifest.json'])
const isInitials = /^\p{Lu}{2}$/u
const sizes = /\d [KMGT]iB/g
/** As days are written by the platform. */
const days = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b/g
/** What is as somebody wrote it, although it is also a word of the contract; a stamp is in the language of the document. */
const asWritten: Record<string, string[]> = {
  '/invoices/:id': ['draft'],
  '/organizations/:slug/tags': ['#bug'],
  '/tasks/:key': ['#bug', 'bug'],
  '/platform/organizations': ['free', 'parent'],
}
/** What stands in a page that was neither said nor read. */
function unsaid(html: string): string[] {
  const known = [...read].filter((one) => /\p{L}/u.test(one)).toSorted((a, b) => b.length - a.length)
  return textsOf(html)
    .map((text) => text.trim())
    .map((text) => known.reduce((rest, one) => withoutWord(rest, one), text).trim())
    .map((text) => text.replaceAll(days, '').replaceAll(sizes, ''))
    .filter((text) => /\p{L}{2}/u.test(text) && !isInitials.test(text) && !names.has(text))
}

/** A text without what was read, where that stands as whole words. */
const withoutWord = (text: string, word: string) =>
  text.includes(word)
    ? text.replaceAll(
        new RegExp(`(?<![\\p{L}\\d])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\d])`, 'gu'),
        ' ',
      )
    : text

const patterns = Object.keys(pageValues).map((at) => ({
  at,
  matches: new RegExp(`^${at.replaceAll(/:\w+/g, '[^/?]+')}$`),
}))
const patternOf = (path: string) => patterns.find(({ matches }) => matches.test(path.split('?')[0]!))?.at

test('nothing is said while pages are loaded: it would be in one language for good', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { catalogues } from './kit/say.ts'; export { speaking } from './kit/say.ts'
        export { pageValues } from './page-values.ts'`,
      resolveDir: 'src/web',
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    banner: {
      js: `import { createRequire as requireAt } from 'node:module'; const require = requireAt(${JSON.stringify(import.meta.url)})`,
    },
    logLevel: 'error',
  })
  const folder = mkdtempSync('node_modules/.loaded-')
  writeFileSync(`${folder}/pages.mjs`, outputFiles[0]!.contents)
  const loaded = (await import(resolve(folder, 'pages.mjs'))) as typeof import('../../src/web/kit/say.ts') &
    typeof import('../../src/web/page-values.ts')
  rmSync(folder, { recursive: true })
  const said: string[] = []
  loaded.catalogues[marked] = new Proxy<Record<string, string>>(
    {},
    { get: (_, text) => void said.push(String(text)) },
  )
  await loaded.speaking(marked, async () =>
    Promise.all(Object.values(loaded.pageValues).map((load) => load())),
  )
  expect(said).toEqual([])
})

describe('in an organization with an object of every kind', () => {
  let world: World
  beforeAll(async () => {
    world = await fullWorld()
    await addHistory(world)
    vi.spyOn(Response.prototype, 'text').mockImplementation(keptText)
  }, 120_000)
  afterAll(() => vi.restoreAllMocks())

  test('all that pages show is said in the language of the page', async () => {
    const { owner } = world.people
    const { headers } = await operator()
    const { slug } = await owner.ok('GET', `/api/v1/organizations/${world.org}`)
    const found: Record<string, string[]> = {}
    const seen = new Map<string, number>()
    const queue = Object.keys(pageValues)
      .filter((at) => !/:(?!slug)/.test(at))
      .map((at) => at.replace(':slug', slug))
    for (const path of queue) {
      const at = patternOf(path)
      if (!at || at.startsWith('/portal') || (seen.get(at) ?? 0) >= 3) continue
      seen.set(at, (seen.get(at) ?? 0) + 1)
      const { status, text } = await inMarks(() =>
        open(path, at.startsWith('/platform') ? headers : owner.headers),
      )
      if (status !== 200) continue
      for (const [, href] of text.matchAll(/href="(\/[^"#]*)/g)) queue.push(href!.replaceAll('&amp;', '&'))
      const rest = unsaid(text).filter((one) => !asWritten[at]?.includes(one))
      if (rest.length) found[at] = [...new Set([...(found[at] ?? []), ...rest])]
    }
    expect(seen.size).toBeGreaterThan(130)
    expect(found).toEqual({})
  }, 600_000)
})
