import { createHash } from 'node:crypto'
import { importPath, send } from '../kit/organization-imports.ts'
import type { World } from './world.ts'

const line = '{"kind":"tag","id":"0193a5c0-0000-7000-8000-0000000000a1","name":"web"}\n'
const bytes = new TextEncoder().encode(line)
const manifest = {
  format: 1,
  origin: 'https://origin.example',
  organization: { id: '0193a5c0-0000-7000-8000-000000000001', name: 'Ada & Co', slug: 'ada-co' },
  started_at: '2026-11-25T09:00:00.000Z',
  kinds: null,
  files: false,
  counts: { tag: 1 },
  parts: [
    {
      n: 1,
      name: 'tag.jsonl',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
  ],
}

/** An import of the viewer that has all its parts. */
export const organizationImportFixtures: Record<string, (world: World) => Promise<string>> = {
  async organization_import_id({ people: { viewer } }) {
    const { id } = await viewer.ok('POST', importPath, { manifest })
    await send(viewer, id, 1, bytes)
    return id
  },
}
