import { asOwner } from '../kit/client.ts'
import type { World } from './world.ts'

const inStatus = (status: string) => async (world: World) => {
  const draft = {
    source: 'csv',
    project_id: await world.value('project_id'),
    filename: `${status}.csv`,
    content: 'Title,Status\nWrite,Done\n',
  }
  const at = `/api/v1/organizations/${world.org}/imports`
  const { id } = await world.people.owner.ok('POST', at, draft)
  if (status !== 'ready')
    await asOwner('update imports set status = $2, finished_at = now() where id = $1', [id, status])
  return id as string
}

/** Imports of the owner: one that is ready, one whose file is awaited, and one that is done. */
export const importFixtures: Record<string, (world: World) => Promise<string>> = {
  import_id: inStatus('ready'),
  unread_import_id: inStatus('awaiting'),
  done_import_id: inStatus('done'),
}
