import { beforeAll, expect, test } from 'vitest'
import { allEntities } from '../../scripts/stack/entities.ts'
import type { Json } from '../kit/client.ts'
import { project, task, type Workspace, workspace } from '../kit/makers.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { offer } from '../kit/sharing.ts'
import { allTools, everyTool } from './all-tools.ts'
import { keyOf, modern, oauthTokenOf } from './rpc.ts'

/** Kinds that SQL of their own finds by what people say: not by the names that their tables state. */
let ws: Workspace
let token: string
beforeAll(async () => {
  ws = await workspace()
  token = (await keyOf(ws)).token
})
const use = async (name: string, args: object, by = token): Promise<Json> => {
  const { body } = await modern('tools/call', { name, arguments: args }, { token: by, query: everyTool })
  return JSON.parse(body.result.content[0].text)
}

/** What each kind is called, by what its object is found, and a tool that takes it. */
const kinds: Record<string, (home: Json) => Promise<[said: string, tool: string, slot: string]>> = {
  project: async () => ['Web shop', 'get_project', 'project_id'],
  task: async ({ id }) => [(await task(ws, id, { title: 'One' })).key, 'get_issue', 'task_id'],
  member: async () => ['Ada Lovelace', 'list_issues', 'assignee_id'],
  sprint: async ({ id }) => {
    const days = { start_date: dayFromNow(0), end_date: dayFromNow(13) }
    const { name } = await ws.owner.ok('POST', `${ws.base}/projects/${id}/sprints`, days)
    return [name, 'get_sprint', 'sprint_id']
  },
  document: async () => {
    await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Minutes', content: 'Of today' })
    return ['Minutes', 'get_document', 'document_id']
  },
  reminder: async () => {
    const draft = { title: 'Call them', remind_at: `${dayFromNow(2)}T09:00:00Z` }
    await ws.owner.ok('POST', `${ws.base}/reminders`, draft)
    return ['call them', 'delete_reminder', 'reminder_id']
  },
  share: async (home) => {
    const { label } = await offer(ws, home as { id: string }, { label: 'For Acme' })
    return [label, 'delete_project_share', 'share_id']
  },
}

test('of every kind without a name of its table, what people say is found', async () => {
  const home = await project(ws, { name: 'Web shop', key: 'WEB' })
  const stated = await allEntities()
  const named = new Set(stated.filter(({ facts }) => facts.called).map(({ facts }) => facts.kind))
  const slots = new Set(allTools.flatMap(({ slots = {} }: { slots?: object }) => Object.values(slots)))
  const own = [...slots].filter(
    (kind) => !named.has(kind) && !kind.startsWith('@') && kind !== 'day' && kind !== 'moment',
  )
  expect(own.toSorted()).toEqual(Object.keys(kinds).toSorted())
  for (const [kind, make] of Object.entries(kinds)) {
    const [said, tool, slot] = await make(home)
    const { project_id } = { project_id: 'WEB' }
    const beside = ['list_issues', 'delete_project_share'].includes(tool) ? { project_id } : {}
    const { error } = await use(tool, { ...beside, [slot]: said })
    expect([kind, error?.code ?? 'found', error?.message]).toEqual([
      kind,
      tool.startsWith('delete_') ? 'confirmation_required' : 'found',
      tool.startsWith('delete_') ? expect.any(String) : undefined,
    ])
  }
})

test('who belongs to several organizations names one by its name or slug', async () => {
  const mine = await workspace('First & Co')
  const by = await oauthTokenOf(mine.owner)
  await project(mine, { name: 'Only here' })
  const second: Json = await mine.owner.ok('POST', '/api/v1/organizations', { name: 'Second Corp' })
  const projects = async (organization_id: string) => use('list_projects', { organization_id }, by)
  for (const said of ['First & Co', ' first & co', mine.org.slug])
    expect((await projects(said)).items).toMatchObject([{ name: 'Only here' }])
  for (const said of ['second corp', second.slug]) expect((await projects(said)).items).toEqual([])
  expect((await projects('Nobody & Co')).error.message).toContain('you belong to no organization')
  const stranger = await workspace('Third Ltd')
  expect((await projects('Third Ltd')).error.message).toContain('you belong to no organization')
  expect((await projects(stranger.org.slug)).error.message).toContain('you belong to no organization')
  const { token: key } = await keyOf(mine)
  expect((await use('list_projects', { organization_id: 'Second Corp' }, key)).error).toBeDefined()
})
