import { uuidv7 } from '../../src/base/id.ts'
import { base64, picture } from '../kit/attachments.ts'
import { project, task, workspace } from '../kit/makers.ts'
import { accept, everything, offer } from '../kit/sharing.ts'
import type { World } from './world.ts'

/** A new organization that shares a project with this one, which has accepted it unless it only got the token. */
async function offered(world: World, accepts = true) {
  const other = await workspace('Sharing')
  const home = await project(other)
  const { id, token } = await offer(other, home, { include: everything })
  if (accepts)
    await accept({ base: `/api/v1/organizations/${world.org}`, owner: world.people.owner } as never, token)
  return { other, home, id: id as string, token: token as string }
}
const incoming = new WeakMap<World, ReturnType<typeof offered>>()
/** The same one for all that is read of it. */
const shared = (world: World) => {
  const made = incoming.get(world) ?? offered(world)
  incoming.set(world, made)
  return made
}

const read = {
  share_id: 'incoming_share_id',
  task_id: 'shared_task_id',
  document_id: 'shared_document_id',
  file_id: 'shared_file_id',
}
export const sharingStates: Record<string, Record<string, string>> = {
  getSharedProject: read,
  listSharedProjectTasks: read,
  getSharedProjectTask: read,
  getSharedProjectDocument: read,
  getSharedProjectFile: read,
  leaveSharedProject: { share_id: 'left_share_id' },
  previewProjectShareInvitation: { token: 'open_share_token' },
}

export const sharingFixtures: Record<string, (world: World) => Promise<string>> = {
  incoming_share_id: async (world) => (await shared(world)).id,
  left_share_id: async (world) => (await offered(world)).id,
  shared_task_id: async (world) => {
    const { other, home } = await shared(world)
    return (await task(other, home.id)).id
  },
  shared_document_id: async (world) => {
    const { other, home } = await shared(world)
    const draft = { title: 'Plan', project_id: home.id, visibility: 'project' }
    return (await other.owner.ok('POST', `${other.base}/documents`, draft)).id
  },
  shared_file_id: async (world) => {
    const { other } = await shared(world)
    const file = {
      entity_type: 'task',
      entity_id: await world.value('shared_task_id'),
      filename: 'picture.png',
      content_type: 'image/png',
      content_base64: base64(picture()),
    }
    return (await other.owner.ok('POST', `${other.base}/attachments`, file)).id
  },
  file_id: async () => uuidv7(),
  share_token: async (world) => (await offered(world, false)).token,
  declined_share_token: async (world) => (await offered(world, false)).token,
  open_share_token: async (world) => (await offered(world, false)).token,
}
