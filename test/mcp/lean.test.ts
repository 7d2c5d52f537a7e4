import { beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { join, project, type Workspace, workspace } from '../kit/makers.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { keyOf, modern } from './rpc.ts'

let ws: Workspace
let token: string
let home: Json
beforeAll(async () => {
  ws = await workspace()
  token = (await keyOf(ws)).token
  home = await project(ws, { name: 'Web shop', key: 'WEB' })
  const grace = await join(ws, 'member', 'Grace Hopper')
  const at = `${ws.base}/projects/${home.id}`
  const sprint = await ws.owner.ok('POST', `${at}/sprints`, {
    start_date: dayFromNow(0),
    end_date: dayFromNow(13),
  })
  await ws.owner.ok('POST', `${ws.base}/sprints/${sprint.id}/start`)
  const items = Array.from({ length: 25 }, (_, n) => ({
    title: `Describe step ${n} of the checkout`,
    description: 'What is to be done, at length. '.repeat(20),
    due_date: dayFromNow(n),
    sprint_id: sprint.id,
    estimate_points: 3,
  }))
  const made = await ws.owner.ok('POST', `${at}/tasks/bulk`, { items })
  for (const { id } of made.items)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { assignee_id: grace.id })
})

const told = async (name: string, given: object) => {
  const { body, text: answered } = await modern('tools/call', { name, arguments: given }, { token })
  const [{ text }] = body.result.content
  return {
    text: text as string,
    answer: JSON.parse(text),
    structured: body.result.structuredContent as unknown,
    size: answered.length,
  }
}
/** As the list of tools is measured: a token for every four bytes. */
const tokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 4)

describe('an answer is worth its tokens:', () => {
  test.each([
    ['list_issues', { project_id: 'WEB' }],
    ['query_issues', { text: 'assignee = "Grace Hopper"' }],
    ['list_backlog', { project_id: 'WEB' }],
  ])('%s tells the essentials of a task', async (name, given) => {
    const { text, answer, structured } = await told(name, given)
    expect(structured).toBeUndefined()
    for (const row of answer.items) expect(tokens(JSON.stringify(row))).toBeLessThanOrEqual(60)
    if (name !== 'list_backlog') expect(answer.items.length).toBe(25)
    expect(tokens(text)).toBeLessThanOrEqual(1600)
  })

  test('a row has what one asks next about, and its key is enough to ask', async () => {
    const { answer } = await told('list_issues', { project_id: 'WEB', sort: 'number', limit: 1 })
    expect(answer.items).toEqual([
      {
        key: 'WEB-1',
        title: 'Describe step 0 of the checkout',
        status: 'todo',
        priority: 'medium',
        assignee: 'Grace Hopper',
        due: dayFromNow(0),
        sprint: expect.stringMatching(/\S/),
        points: 3,
      },
    ])
    expect((await told('get_issue', { task_id: answer.items[0].key })).answer.description).toContain(
      'at length',
    )
  })

  test('detail: full tells all, but for what is empty', async () => {
    const { answer } = await told('list_issues', { project_id: 'WEB', detail: 'full', limit: 1 })
    const [row] = answer.items
    expect(row).toMatchObject({ id: expect.any(String), project: { key: 'WEB' }, counts: { comments: 0 } })
    expect(JSON.stringify(row)).not.toContain('null')
  })

  test('a board is brief too', async () => {
    const { text, answer } = await told('get_board', { project_id: 'WEB' })
    expect(tokens(text)).toBeLessThanOrEqual(2000)
    expect(answer.columns[0].items[0]).toMatchObject({ key: expect.any(String), assignee: 'Grace Hopper' })
  })

  test('a write answers a receipt', async () => {
    const { text, answer } = await told('create_issue', {
      project_id: 'WEB',
      title: 'One more',
      description: 'x'.repeat(5000),
    })
    expect(tokens(text)).toBeLessThanOrEqual(120)
    expect(answer).toMatchObject({
      key: 'WEB-26',
      title: 'One more',
      version: 1,
      url: expect.stringContaining('http'),
    })
    const saved = await told('create_document', { title: 'Long', content: 'word '.repeat(5000) })
    expect(tokens(saved.text)).toBeLessThanOrEqual(400)
  })

  test('a tool without lists of tasks takes no detail', async () => {
    const { answer } = await told('list_projects', { detail: 'full' })
    expect(answer.error).toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('detail'),
    })
  })
})

describe('a long document', () => {
  test.each([
    ['lines', Array.from({ length: 9000 }, (_, n) => `Line ${n} — “é”`).join('\n')],
    ['line breaks and quotes', 'a"\n'.repeat(20_000)],
    ['characters of two units', '😀'.repeat(60_000)],
  ])('of %s is read to its end, stretch by stretch, and nothing is lost', async (_, content) => {
    const { answer: made } = await told('create_document', { title: 'Long', content })
    let [read, offset, calls]: [string, number | undefined, number] = ['', 0, 0]
    while (offset !== undefined && calls < 20) {
      const { answer, size } = await told('get_document', { document_id: made.id, offset })
      expect(size).toBeLessThanOrEqual(40_000)
      read += answer.content
      offset = answer.next_offset
      calls++
    }
    expect(read).toBe(content)
    expect(calls).toBeLessThanOrEqual(Math.ceil(JSON.stringify(JSON.stringify(content)).length / 30_000))
  })

  test('is replaced only by who says which version they read', async () => {
    const { answer: made } = await told('create_document', { title: 'Ours', content: 'First' })
    const change = (given: object) =>
      told('update_document', { document_id: made.id, content: 'Second', ...given })
    const refused = (await change({})).answer.error
    expect([refused.code, refused.message]).toEqual([
      'validation_error',
      expect.stringContaining('base_version: required to replace the whole text'),
    ])
    expect((await change({ edit_mode: 'append' })).answer.current_version).toBeGreaterThanOrEqual(1)
    const { current_version } = (await told('get_document', { document_id: made.id })).answer
    expect((await change({ base_version: current_version })).answer.error).toBeUndefined()
    expect((await told('get_document', { document_id: made.id })).answer.content).toBe('Second')
  })
})
