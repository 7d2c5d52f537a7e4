import type { Caller, Json } from './client.ts'
import { type Project, project, type Workspace, workspace } from './makers.ts'

export const everything = {
  comments: true,
  documents: true,
  attachments: true,
  estimates: true,
  people: true,
}

/** An invitation to read a project; `token` is what its link ends with. */
export async function offer(owner: Workspace, { id }: { id: string }, more: object = {}): Promise<Json> {
  const share = await owner.owner.ok('POST', `${owner.base}/projects/${id}/shares`, {
    label: 'Acme',
    ...more,
  })
  return { ...share, token: share.invite_url.split('/').at(-1) }
}
export const accept = (guest: Workspace, token: string, who: Caller = guest.owner) =>
  who.call('POST', `${guest.base}/shared-projects`, { token })
export const decline = (guest: Workspace, token: string, who: Caller = guest.owner) =>
  who.call('POST', `${guest.base}/shared-projects/decline`, { token })

export type Shared = {
  owner: Workspace
  guest: Workspace
  home: Project
  share: string
  at: string
  of: string
}
/** A project of one organization that another one reads. */
export async function sharedProject(more: object = {}): Promise<Shared> {
  const [owner, guest] = [await workspace('Owner'), await workspace('Guest')]
  const home = await project(owner)
  return { owner, guest, home, ...(await share(owner, guest, home, more)) }
}
export async function share(owner: Workspace, guest: Workspace, home: { id: string }, more: object = {}) {
  const { id, token } = await offer(owner, home, more)
  const { status, text } = await accept(guest, token)
  if (status !== 201) throw new Error(text)
  return {
    share: id as string,
    at: `${guest.base}/shared-projects/${id}`,
    of: `${owner.base}/projects/${home.id}/shares/${id}`,
  }
}
