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
  const created = await ws.owner.ok('POST', `${at}/tasks/bulk`, { items })
  for (const { id } of created.items)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { assignee_id: grace.id })
})

const callTool = async (name: string, args: object) => {
  const { body, text: resultText } = await modern('tools/call', { name, arguments: args }, { token })
  const [{ text }] = body.result.content
  return {
    text: text as string,
    answer: JSON.parse(text),
    structured: body.result.structuredContent as unknown,
    size: resultText.length,
  }
}
/** As the list of tools is measured: a token per four bytes. */
const tokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 4)

describe('a result is worth its tokens:', () => {
  test.each([
    ['list_issues', { project_id: 'WEB' }],
    ['query_issues', { text: 'assignee = "Grace Hopper"' }],
    ['list_backlog', { project_id: 'WEB' }],
  ])('%s has the essentials of a task', async (name, args) => {
    const { text, answer, structured } = await callTool(name, args)
    expect(structured).toBeUndefined()
    for (const row of answer.items) expect(tokens(JSON.stringify(row))).toBeLessThanOrEqual(60)
    if (name !== 'list_backlog') expect(answer.items.length).toBe(25)
    expect(tokens(text)).toBeLessThanOrEqual(1600)
  })

  test('a row has what is usually needed next, and its key is enough to ask for more', async () => {
    const { answer } = await callTool('list_issues', { project_id: 'WEB', sort: 'number', limit: 1 })
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
    expect((await callTool('get_issue', { task_id: answer.items[0].key })).answer.description).toContain(
      'at length',
    )
  })

  test('detail: full has everything except empty fields', async () => {
    const { answer } = await callTool('list_issues', { project_id: 'WEB', detail: 'full', limit: 1 })
    const [row] = answer.items
    expect(row).toMatchObject({ id: expect.any(String), project: { key: 'WEB' }, counts: { comments: 0 } })
    expect(JSON.stringify(row)).not.toContain('null')
  })

  test('a board is brief too', async () => {
    const { text, answer } = await callTool('get_board', { project_id: 'WEB' })
    expect(tokens(text)).toBeLessThanOrEqual(2000)
    expect(answer.columns[0].items[0]).toMatchObject({ key: expect.any(String), assignee: 'Grace Hopper' })
  })

  test('a write returns a receipt', async () => {
    const { text, answer } = await callTool('create_issue', {
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
    const saved = await callTool('create_document', { title: 'Long', content: 'word '.repeat(5000) })
    expect(tokens(saved.text)).toBeLessThanOrEqual(400)
  })

  test('a tool without lists answers the same with detail, and refuses other words for it', async () => {
    const plain = await callTool('get_project', { project_id: 'WEB' })
    const full = await callTool('get_project', { project_id: 'WEB', detail: 'full' })
    expect(full.answer).toEqual(plain.answer)
    const { answer } = await callTool('get_project', { project_id: 'WEB', detail: 'all' })
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
  ])('of %s can be read to its end, part by part, and nothing is lost', async (_, content) => {
    const { answer: created } = await callTool('create_document', { title: 'Long', content })
    let [read, offset, calls]: [string, number | undefined, number] = ['', 0, 0]
    while (offset !== undefined && calls < 20) {
      const { answer, size } = await callTool('get_document', { document_id: created.id, offset })
      expect(size).toBeLessThanOrEqual(40_000)
      read += answer.content
      offset = answer.next_offset
      calls++
    }
    expect(read).toBe(content)
    expect(calls).toBeLessThanOrEqual(Math.ceil(JSON.stringify(JSON.stringify(content)).length / 30_000))
  })

  test('is replaced only with the version that was read', async () => {
    const { answer: created } = await callTool('create_document', { title: 'Ours', content: 'First' })
    const change = (args: object) =>
      callTool('update_document', { document_id: created.id, content: 'Second', ...args })
    const refused = (await change({})).answer.error
    expect([refused.code, refused.message]).toEqual([
      'validation_error',
      expect.stringContaining('base_version: required to replace the whole text'),
    ])
    expect((await change({ edit_mode: 'append' })).answer.current_version).toBeGreaterThanOrEqual(1)
    const { current_version } = (await callTool('get_document', { document_id: created.id })).answer
    expect((await change({ base_version: current_version })).answer.error).toBeUndefined()
    expect((await callTool('get_document', { document_id: created.id })).answer.content).toBe('Second')
  })
})
