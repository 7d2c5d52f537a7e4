import { expect, test, vi } from 'vitest'
import { readFileSync } from 'node:fs'
import type { Env } from '../../src/base/config.ts'

const read = (url: string) =>
  readFileSync(new URL(`../../openapi${new URL(url).pathname}`, import.meta.url), 'utf8')
const [pinned, platform] = ['tools', 'platform-tools'].map((name) => `https://assets/${name}.json`) as [
  string,
  string,
]

/** The module as in a new isolate, with the first responses for its files. */
async function isolate(...first: Response[]) {
  vi.resetModules()
  const { loadTools, catalogueOf } = await import('../../src/mcp/catalogue.ts')
  const requested: string[] = []
  const fetch = async (url: string) => {
    requested.push(url)
    return first.shift() ?? new Response(read(url))
  }
  return { asked: requested, catalogueOf, load: () => loadTools({ ASSETS: { fetch } } as unknown as Env) }
}

test('an isolate reads the tools once', async () => {
  const { asked: requested, catalogueOf, load } = await isolate()
  await load()
  await load()
  expect(requested).toEqual([pinned, platform])
  expect(catalogueOf('core', true).list).toHaveLength(54)
})

test('requests that arrive meanwhile get them too', async () => {
  const { catalogueOf, load } = await isolate()
  await Promise.all([load(), load(), load()])
  expect(catalogueOf('all', true).list).toHaveLength(JSON.parse(read(pinned)).length)
  expect(catalogueOf('all,platform', true).list).toHaveLength(
    JSON.parse(read(pinned)).length + JSON.parse(read(platform)).length,
  )
})

test('a file that cannot be read fails only that request, and the next reads it again', async () => {
  const { catalogueOf, load } = await isolate(new Response(null, { status: 404 }))
  await expect(load()).rejects.toThrow('the list of tools is not deployed')
  await load()
  expect(catalogueOf('core', true).list).toHaveLength(54)
})
