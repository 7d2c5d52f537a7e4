import { mkdirSync, writeFileSync } from 'node:fs'
import { areas } from '../src/areas/index.ts'
import { allEdges } from '../src/edges/index.ts'
import { contractOf } from '../src/kit/contract.ts'

const load = async <T>(loaders: Record<string, () => Promise<{ default: T }>>) =>
  Promise.all(Object.values(loaders).map(async (loader) => (await loader()).default))

/** Static paths before parametric ones, so that no route hides another. */
const byPath = (a: string, b: string) => weight(a) < weight(b) ? -1 : weight(a) > weight(b) ? 1 : 0
const weight = (path: string) => path.split('/').map((part) => (part.startsWith('{') ? '~' : part)).join('/')

export async function generate(): Promise<Record<string, string>> {
  const allAreas = await load(areas)
  const groups = await load(allEdges)
  const document = contractOf(allAreas, groups)
  const routes = [
    ...groups.flatMap(({ name, edges }) => edges.map(({ id, at }) => ['edge', name, id, ...at.split(' ')])),
    ...allAreas.flatMap(({ name, operations }) =>
      operations.map(({ id, method, path, role, or }) =>
        ['operation', name, id, method, path, role, ...(or ? [or] : [])])),
  ].sort((a, b) => byPath(a[4]!, b[4]!))
  return {
    'openapi.json': `${JSON.stringify(document, null, 1)}\n`,
    'routes.json': `[\n${routes.map((route) => JSON.stringify(route)).join(',\n')}\n]\n`,
  }
}

if (import.meta.main) {
  const files = await generate()
  mkdirSync('openapi', { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(`openapi/${name}`, text)
  console.log(`wrote ${Object.keys(files).join(', ')}`)
}
