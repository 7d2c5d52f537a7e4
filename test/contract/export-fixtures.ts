import { uuidv7 } from '../../src/base/id.ts'
import { asOwner } from '../kit/client.ts'
import type { World } from './world.ts'

/** An export of the day before yesterday, so that another may begin. */
export const exportFixtures: Record<string, (world: World) => Promise<string>> = {
  async export_id(world) {
    const id = uuidv7()
    await asOwner(
      `with made as (insert into organization_exports (id, org_id, created_by, state, has_files, origin, snapshot, created_at,
          ready_at, expires_at) values ($1, $2, $3, 'ready', true, 'http://localhost', '1', now() - interval '2 days',
          now() - interval '2 days', now() + interval '5 days') returning org_id, id)
        insert into organization_export_parts (org_id, export_id, n, kind, name, line_count, size_bytes, sha256)
          select org_id, id, 0, 'manifest', 'manifest.json', 0, 2, '' from made`,
      [id, world.org, world.people.owner.id],
    )
    return id
  },
}
