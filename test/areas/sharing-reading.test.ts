import { beforeAll, describe, expect, test } from 'vitest'
import { app, asOwner, env, type Json } from '../kit/client.ts'
import { base64, picture } from '../kit/attachments.ts'
import { join, project, task, taskRow } from '../kit/makers.ts'
import { everything, type Shared, sharedProject } from '../kit/sharing.ts'
import { refusal } from '../kit/refusals.ts'

const gone = [404, 'shared project not found']
const canary = (name: string) => `canary${name}`

/** A shared project in which everything that a share may hide has a word of its own. */
async function fullProject(include: object = {}) {
  const shared = await sharedProject(Object.keys(include).length ? { include } : {})
  const { owner, home } = shared
  const grace = await join(owner, 'member', canary('Person'))
  const other = await project(owner, { name: canary('Elsewhere') })
  const far = await task(owner, other.id, { title: canary('Blocker') })
  const parent = await task(owner, home.id, { title: 'The whole' })
  const one = await task(owner, home.id, {
    title: 'Build the login',
    description: `Ask @[${canary('Mentioned')}](user:${grace.id}) ![a chart](https://files.example/${canary('Image')}.png)`,
    estimate_points: 5,
    parent_id: parent.id,
    due_date: '2026-01-02',
  })
  const at = `${owner.base}/tasks/${one.id}`
  await owner.owner.ok('PATCH', at, { assignee_id: grace.id })
  await grace.ok('POST', `${at}/comments`, { body: `public ${canary('Comment')}` })
  await owner.owner.ok('POST', `${at}/comments`, { body: canary('Internal'), is_internal: true })
  await owner.owner.ok('POST', `${at}/dependencies`, { task_id: far.id, type: 'blocked_by' })
  await owner.owner.ok('POST', `${owner.base}/time-entries`, {
    task_id: one.id,
    work_date: '2026-01-05',
    duration_seconds: 3600,
    description: canary('Time'),
  })
  const document = async (title: string, visibility: string) =>
    owner.owner.ok('POST', `${owner.base}/documents`, {
      title,
      content: `text of ${title}`,
      project_id: home.id,
      visibility,
    })
  const open = await document(canary('Document'), 'project')
  const own = await document(canary('Private'), 'private')
  const file = await owner.owner.ok('POST', `${owner.base}/attachments`, {
    entity_type: 'task',
    entity_id: one.id,
    filename: `${canary('File')}.png`,
    content_type: 'image/png',
    content_base64: base64(picture()),
  })
  return { ...shared, grace, one, parent, far, open, own, file, other }
}
type Full = Shared & Awaited<ReturnType<typeof fullProject>>

/** Everything that the guest can read of it. */
async function allOf({ guest, at, one, open, own }: Full): Promise<string> {
  const paths = [
    '',
    '/tasks',
    `/tasks/${one.id}`,
    `/tasks/${one.key}`,
    `/documents/${open.id}`,
    `/documents/${own.id}`,
  ]
  const texts = []
  for (const path of paths) texts.push((await guest.owner.call('GET', at + path)).text)
  texts.push((await guest.owner.call('GET', `${guest.base}/shared-projects`)).text)
  return texts.join('\n')
}
const always = ['Elsewhere', 'Blocker', 'Internal', 'Time', 'Private']
const behind = {
  comments: ['Comment'],
  documents: ['Document'],
  attachments: ['File', 'Image'],
  estimates: [],
  people: ['Person', 'Mentioned'],
} satisfies Record<keyof typeof everything, string[]>

describe('what is read', () => {
  let bare: Full
  let full: Full
  beforeAll(async () => {
    bare = await fullProject()
    full = await fullProject(everything)
  })

  test('is the tasks and no more, unless a switch is on', async () => {
    const text = await allOf(bare)
    expect(
      [...always, ...Object.values(behind).flat()].filter((name) => text.includes(canary(name))),
    ).toEqual([])
    expect(text).toContain('Build the login')
    for (const id of [bare.grace.id, bare.owner.owner.id, bare.far.id, bare.other.id, bare.owner.org.id])
      expect(text).not.toContain(id)
    const shown = await bare.guest.owner.ok('GET', `${bare.at}/tasks/${bare.one.key.toLowerCase()}`)
    expect(shown).toMatchObject({
      description: 'Ask @… a chart',
      estimate_points: null,
      assignee_name: null,
      parent: { title: 'The whole' },
      blocked_by: [{ restricted: true }],
      comments: { items: [], total: 0 },
      attachments: [],
      is_overdue: true,
    })
  })

  test.each(Object.keys(everything) as (keyof typeof everything)[])(
    'shows what the switch %s says, and only that',
    async (name) => {
      const one = await fullProject({ [name]: true })
      const text = await allOf(one)
      const hidden = Object.entries(behind).flatMap(([key, words]) => (key === name ? [] : words))
      // A comment is by somebody whose name only `people` shows.
      expect([...always, ...hidden].filter((word) => text.includes(canary(word)))).toEqual([])
      expect(behind[name].filter((word) => !text.includes(canary(word)))).toEqual([])
      const shown = await one.guest.owner.ok('GET', `${one.at}/tasks/${one.one.id}`)
      expect(shown.estimate_points).toBe(name === 'estimates' ? 5 : null)
      if (name === 'comments') expect(shown.comments.items[0].author_name).toBe('Someone at Owner (1)')
    },
  )

  test('names people without addresses and ids where names are shown', async () => {
    const text = await allOf(full)
    expect(text).toContain(canary('Person'))
    expect(text).not.toContain('@example')
    for (const id of [full.grace.id, full.owner.owner.id]) expect(text).not.toContain(id)
    expect(always.filter((name) => text.includes(canary(name)))).toEqual([])
  })

  test('is filtered and sorted by what is shown alone', async () => {
    const list = async (query: string, { guest, at } = bare) =>
      guest.owner.call('GET', `${at}/tasks?${query}`)
    for (const hidden of [
      'assignee_id=me',
      'estimate_points=5',
      'blocked=true',
      'watched=true',
      'parent_id=none',
    ])
      expect([hidden, (await list(hidden)).status]).toEqual([hidden, 422])
    expect((await list('sort=estimate_points')).status).toBe(422)
    expect(refusal(await list(`assignee=${canary('Person')}`))).toEqual([
      422,
      'query.assignee: the share does not show names of people',
    ])
    const titles = async (query: string, where = bare) =>
      (await list(query, where)).body.items.map(({ title }: Json) => title).toSorted()
    expect(await titles(`assignee=${canary('person')}`, full)).toEqual(['Build the login'])
    expect(await titles('q=login')).toEqual(['Build the login'])
    expect(await titles('q=chart')).toEqual(['Build the login'])
    expect(await titles('overdue=true')).toEqual(['Build the login'])
    expect(await titles('status=done')).toEqual([])
    expect(await titles('column=to%20do')).toHaveLength(2)
    expect(await titles('column=Done&sprint=none&milestone=x')).toEqual([])
    expect(await titles('tag=nothing')).toEqual([])
    expect((await list('')).body.total).toBe(2)
    for (const hidden of [...always, ...Object.values(behind).flat()])
      expect([hidden, (await list(`q=${canary(hidden)}`)).body.total]).toEqual([hidden, 0])
    expect(await titles(`q=${canary('Mentioned')}`, full)).toEqual(['Build the login'])
  })

  test('does not tell by its order that something hidden has changed', async () => {
    const { owner, guest, at, one, parent } = bare
    const order = async () =>
      (await guest.owner.ok('GET', `${at}/tasks?sort=-updated_at`)).items.map(({ id, updated_at }: Json) => [
        id,
        updated_at,
      ])
    await owner.owner.ok('PATCH', `${owner.base}/tasks/${parent.id}`, { priority: 'high' })
    const before = await order()
    await owner.owner.ok('POST', `${owner.base}/tasks/${one.id}/comments`, { body: 'hidden' })
    await owner.owner.ok('PATCH', `${owner.base}/tasks/${one.id}`, { estimate_points: 8, assignee_id: null })
    expect(await order()).toEqual(before)
    const { items } = await guest.owner.ok('GET', `${at}/tasks?updated_since=${new Date().toISOString()}`)
    expect(items).toEqual([])
    await owner.owner.ok('PATCH', `${owner.base}/tasks/${one.id}`, { title: 'Build the log-in' })
    expect((await order())[0][0]).toBe(one.id)
    await owner.owner.ok('PATCH', `${owner.base}/tasks/${one.id}`, { title: 'Build the login' })
  })

  test('is no task of another project, in the trash, moved away, or of another share', async () => {
    const { owner, guest, at, far, home, other } = bare
    const find = async (id: string) => refusal(await guest.owner.call('GET', `${at}/tasks/${id}`))
    expect(await find(far.id)).toEqual([404, 'task not found'])
    expect(await find(far.key)).toEqual([404, 'task not found'])
    const moving = await task(owner, home.id, { title: 'Moving' })
    expect((await guest.owner.call('GET', `${at}/tasks/${moving.key}`)).status).toBe(200)
    await owner.owner.ok('POST', `${owner.base}/tasks/${moving.id}/transfer`, { project_id: other.id })
    expect(await find(moving.id)).toEqual([404, 'task not found'])
    expect(await find(moving.key)).toEqual([404, 'task not found'])
    const back = await owner.owner.ok('POST', `${owner.base}/tasks/${moving.id}/transfer`, {
      project_id: home.id,
    })
    expect(back.warnings).toContain('shared: one other organization now sees it')
    expect((await guest.owner.call('GET', `${at}/tasks/${moving.id}`)).status).toBe(200)
    await owner.owner.ok('DELETE', `${owner.base}/tasks/${moving.id}`)
    expect(await find(moving.id)).toEqual([404, 'task not found'])
    expect((await guest.owner.call('GET', `${full.at}/tasks`)).status).toBe(404)
  })

  test('goes on where the project is private or archived, by old keys too, and not while it is in the trash', async () => {
    const { owner, guest, at, home, one } = await fullProject()
    await owner.owner.ok('PATCH', `${owner.base}/projects/${home.id}`, {
      visibility: 'private',
      key: 'FRESH',
    })
    expect((await guest.owner.call('GET', `${at}/tasks/${one.key}`)).status).toBe(200)
    expect((await guest.owner.call('GET', `${at}/tasks/fresh-${one.number}`)).status).toBe(200)
    await owner.owner.ok('POST', `${owner.base}/projects/${home.id}/archive`)
    expect((await guest.owner.ok('GET', at)).project).toMatchObject({ is_archived: true, key: 'FRESH' })
    await owner.owner.ok('POST', `${owner.base}/projects/${home.id}/unarchive`)
    await owner.owner.ok('DELETE', `${owner.base}/projects/${home.id}`)
    expect(refusal(await guest.owner.call('GET', at))).toEqual(gone)
    await owner.owner.ok('POST', `${owner.base}/projects/${home.id}/restore`)
    expect((await guest.owner.call('GET', at)).status).toBe(200)
  })

  test('comes with files whose bytes are refused from the moment on in which the share ends', async () => {
    const { owner, guest, at, of, file } = await fullProject({ attachments: true })
    const { download_url } = await guest.owner.ok('GET', `${at}/files/${file.id}`)
    const fetched = () => app.request(new URL(download_url).pathname, {}, env())
    const first = await fetched()
    expect([
      first.status,
      first.headers.get('cache-control'),
      (await first.arrayBuffer()).byteLength,
    ]).toEqual([200, 'private, no-store', file.size_bytes])
    await owner.owner.ok('PATCH', of, { include: { attachments: false } })
    expect((await fetched()).status).toBe(404)
    expect(refusal(await guest.owner.call('GET', `${at}/files/${file.id}`))).toEqual([404, 'file not found'])
    await owner.owner.ok('PATCH', of, { include: { attachments: true } })
    expect((await fetched()).status).toBe(200)
    await asOwner(`update organization_members set status = 'deactivated' where user_id = $1`, [
      guest.owner.id,
    ])
    expect((await fetched()).status).toBe(404)
    await asOwner(`update organization_members set status = 'active' where user_id = $1`, [guest.owner.id])
    await owner.owner.ok('DELETE', of)
    expect((await fetched()).status).toBe(404)
  })

  test('is found by search where shared tasks are asked for alone, as far as the share shows it', async () => {
    const { guest, owner, of, one, share } = (await fullProject({})) as Full
    const find = async (q: string, types = 'shared_task', who = guest.owner) =>
      who.call(
        'GET',
        `${guest.base}/search?${new URLSearchParams({ q, ...(types && { types }) }).toString()}`,
      )
    const { body } = await find('build login')
    expect(body.items).toMatchObject([
      {
        type: 'shared_task',
        id: one.id,
        key: one.key,
        title: 'Build the login',
        origin: 'Owner',
        project: null,
        subject: { type: 'share', id: share },
      },
    ])
    expect([body.total, body.items[0].snippet]).toEqual([1, 'Ask @… a chart'])
    expect((await find('login', '')).body.items).toEqual([])
    for (const hidden of [...always, ...Object.values(behind).flat()])
      expect([hidden, (await find(canary(hidden))).body.total]).toEqual([hidden, 0])
    expect(refusal(await find('login', 'shared_task,task'))).toEqual([
      422,
      'query.types: ask for shared_task alone',
    ])
    expect((await find('login', 'shared_task', await join(guest, 'viewer'))).body.total).toBe(0)
    await owner.owner.ok('DELETE', of)
    expect((await find('login')).body.total).toBe(0)
  })

  test('is counted by the day, and the owner sees what the other side sees', async () => {
    const { owner, guest, at, of, home } = await sharedProject()
    await taskRow(owner, home.id)
    await guest.owner.ok('GET', at)
    await guest.owner.ok('GET', `${at}/tasks`)
    const seen = await guest.owner.ok('GET', at)
    expect(await owner.owner.ok('GET', `${of}/preview`)).toEqual(seen)
    expect(seen).toMatchObject({
      tasks: 1,
      done_tasks: 0,
      columns: [{ name: 'To do' }, {}, {}],
      documents: [],
    })
    const [share] = (await owner.owner.ok('GET', `${owner.base}/projects/${home.id}/shares`)).items
    expect(share.reads).toEqual([{ day: expect.any(String), reads: 3 }])
    expect(share.last_read_at).toEqual(expect.any(String))
  })
})
