import { describe, expect, test } from 'vitest'
import { asOwner, type Json, person } from '../kit/client.ts'
import {
  board,
  type Board,
  done,
  everything,
  imported,
  meaningOf,
  read,
  rowsOf,
  run,
  tasksOf,
  undone,
} from '../kit/imports.ts'
import { join } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const rows = async (at: Board) => ({ ...(await everything(at)), notifications: [] })
const detailOf = ({ ws }: Board, key: string): Promise<Json> => ws.owner.ok('GET', `${ws.base}/tasks/${key}`)
const commentsOf = async ({ ws }: Board, key: string): Promise<Json[]> =>
  (await ws.owner.ok('GET', `${ws.base}/tasks/${key}/comments`)).items

describe('people, states and days', () => {
  test('only members with the same verified address are suggested; others are text', async () => {
    const at = await board()
    const { ws } = at
    const member = await join(ws, 'member')
    const stranger = await person()
    await asOwner('update users set email_verified_at = now() where id = any ($1)', [
      [member.id, stranger.id],
    ])
    const file = `Title,Status,Assignee,Reporter\nA,Done,${member.email.toUpperCase()},${stranger.email}\nB,Done,Grace Hopper,\n`
    const one = await read(at, file)
    expect(one.suggested.people).toEqual({
      [member.email.toUpperCase()]: member.id,
      [stranger.email]: null,
      'Grace Hopper': null,
    })
    await asOwner('update users set email_verified_at = null where id = $1', [member.id])
    expect((await read(at, file)).suggested.people[member.email.toUpperCase()]).toBeNull()
    await run(at, one)
    expect(await tasksOf(at)).toMatchObject([
      {
        assignee: { user_id: member.id },
        reporter: { user_id: ws.owner.id },
        external: { author: stranger.email },
      },
      { assignee: null, external: { author: null } },
    ])
    const members = await asOwner('select from organization_members where org_id = $1', [ws.org.id])
    expect(members).toHaveLength(2)
  })

  test('a state without a meaning, and an order of days that is not said, hold it up', async () => {
    const at = await board()
    const one = await read(at, 'Title,Status,Due\nA,Shaping,1/2/2026\nB,,3/4/2026\n')
    const here = `${at.at}/${one.id}`
    expect(one).toMatchObject({ unmapped_states: ['Shaping', '(none)'] })
    expect(refusal(await at.ws.owner.call('POST', `${here}/start`, {}))).toEqual([
      409,
      'the mapping must say how days are written in Due',
    ])
    const meaning = meaningOf(one)
    expect(refusal(await at.ws.owner.call('PUT', `${here}/mapping`, meaning))).toEqual([
      422,
      'body.mapping.Due.format: required; its days can be read as day/month (dmy) and month/day (mdy)',
    ])
    meaning.mapping.Due.format = 'mdy'
    await at.ws.owner.ok('PUT', `${here}/mapping`, meaning)
    expect(refusal(await at.ws.owner.call('POST', `${here}/start`, {}))).toEqual([
      409,
      'the mapping must say what these states are: Shaping, (none)',
    ])
    meaning.states = { Shaping: { status: 'todo' }, '': { status: 'todo' } }
    await at.ws.owner.ok('PUT', `${here}/mapping`, meaning)
    await at.ws.owner.ok('POST', `${here}/start`, {})
    await done(at)
    expect((await tasksOf(at)).map(({ due_date }) => due_date)).toEqual(['2026-01-02', '2026-03-04'])
  })

  test('a mapping that cannot be is refused with all that is wrong', async () => {
    const at = await board()
    const one = await read(at, 'Title,Status\nA,Done\n')
    const put = async (more: object) =>
      refusal(await at.ws.owner.call('PUT', `${at.at}/${one.id}/mapping`, meaningOf(one, more)))
    expect(await put({ mapping: { Status: { field: 'status' } } })).toEqual([
      422,
      'body.mapping: no column is the title',
    ])
    expect((await put({ mapping: { Title: { field: 'colour' } } }))[1]).toMatch(
      /^body\.mapping\.Title\.field: /,
    )
    const stranger = await person()
    expect(
      await put({
        mapping: { Title: { field: 'title' }, Nope: { field: 'labels' } },
        states: { Done: { status: 'done', column: 'to DO' } },
        people: { Bo: stranger.id },
      }),
    ).toEqual([
      422,
      'body.mapping.Nope: the file has no such column; body.states.Done.column: shows the status todo, not done; body.people.Bo: not an active member',
    ])
  })
})

describe('what an import is not ready for', () => {
  const ready = 'only one that is ready can'
  test.each<[string, string, string, string]>([
    ['done', 'PUT', 'mapping', `the import is done; ${ready} be mapped`],
    ['done', 'POST', 'preview', `the import is done; ${ready} be previewed`],
    ['analysing', 'POST', 'start', `the import is analysing; ${ready} start`],
    ['done', 'POST', 'stop', 'the import is done, so there is nothing to stop'],
    ['ready', 'POST', 'undo', 'the import is ready, so there is nothing to undo'],
    ['old', 'POST', 'undo', 'an import can be undone for 30 days; this one is older'],
    ['undoing', 'DELETE', '', 'the import is undoing; wait until it is done'],
  ])('one that is %s: %s %s', async (status, method, action, why) => {
    const at = await board()
    const one = await read(at, 'Title,Status\nA,Done\n')
    await asOwner(
      `update imports set status = $2, finished_at = now() - make_interval(days => $3) where id = $1`,
      [one.id, status === 'old' ? 'done' : status, status === 'old' ? 30 : 29],
    )
    const body = { PUT: meaningOf(one), POST: {}, DELETE: undefined }[method]
    const path = `${at.at}/${one.id}${action && `/${action}`}`
    expect(refusal(await at.ws.owner.call(method, path, body))).toEqual([409, why])
  })

  test('one whose mapping does not fit any more', async () => {
    const at = await board()
    const one = await read(at, 'Name of it,Status\nA,Done\n')
    expect(refusal(await at.ws.owner.call('POST', `${at.at}/${one.id}/start`, {}))).toEqual([
      409,
      'the mapping is not complete: mapping: no column is the title',
    ])
  })

  test('and a draft that names no file, or two', async () => {
    const at = await board()
    const draft = { source: 'csv', project_id: at.home.id, filename: 'tasks.csv', content: 'Title\nA\n' }
    const sha256 = 'a'.repeat(64)
    const wrong: [object, string][] = [
      [
        { content: undefined },
        'size_bytes: required where content is not given; body.sha256: required where content is not given',
      ],
      [
        { size_bytes: 9, sha256 },
        'size_bytes: not together with content; body.sha256: not together with content',
      ],
      [
        { content: 'x'.repeat(1_000_001) },
        'content: at most 1000000 characters; announce a larger file by size_bytes and sha256',
      ],
      [{ content: '' }, 'content: must not be empty'],
      [{ filename: '//' }, 'filename: nothing is left of it as a file name'],
      [{ filename: 'a'.repeat(1001) }, 'filename: at most 1000 characters'],
    ]
    for (const [change, why] of wrong)
      expect(refusal(await at.ws.owner.call('POST', at.at, { ...draft, ...change }))).toEqual([
        422,
        `body.${why}`,
      ])
  })
})

describe('Jira', () => {
  test('comes with times by its zone, comments by names, and links once', async () => {
    const at = await board()
    const file =
      'Summary,Issue key,Issue id,Parent,Issue Type,Status,Status Category,Priority,Created,Labels,Labels,Comment,Outward issue link (Blocks),Inward issue link (Blocks),Story Points\n' +
      'Pay page,SHOP-2,10002,10001,Bug,In Review,In Progress,Highest,25/Nov/25 9:05 AM,web,pay,"25/Nov/25 9:30 AM;bo;Deploy at 9;30; then check",SHOP-3,,3.0\n' +
      'Shop,SHOP-1,10001,,Epic,Backlog,To Do,Low,25/Nov/25 9:00 AM,,,,,,\n' +
      'Ship,SHOP-3,10003,99999,Story,Backlog,To Do,Low,25/Nov/25 9:00 AM,,,,,SHOP-2,\n'
    const one = await imported(at, file, { source: 'jira_csv' }, { time_zone: 'Europe/Madrid' })
    expect(one).toMatchObject({ status: 'done', created: 3, refused: 0 })
    const [pay, shop, ship] = await tasksOf(at)
    expect(pay).toMatchObject({
      type: 'bug',
      priority: 'urgent',
      status: 'in_progress',
      created_at: '2025-11-25T08:05:00.000Z',
      parent: { key: shop.key },
      estimate_points: 3,
      is_blocked: false,
      external: { source: 'jira', id: 'SHOP-2' },
    })
    expect(shop.type).toBe('epic')
    expect(ship).toMatchObject({ type: 'story', is_blocked: true, parent: null })
    expect(await commentsOf(at, pay.key)).toMatchObject([
      {
        body: 'Deploy at 9;30; then check',
        author: null,
        imported_author: 'bo',
        created_at: '2025-11-25T08:30:00.000Z',
      },
    ])
    const reasons = (await rowsOf(at, one)).map(({ reason }) => reason)
    expect(reasons).toEqual([null, null, 'its parent 99999 is not in the file'])
    const before = await rows(at)
    const more = `${file.replace('; then check"', '; then check"')}New,SHOP-4,10004,10001,Task,Backlog,To Do,Low,,,,,,,\n`
    expect(await imported(at, more, { source: 'jira_csv' }, { time_zone: 'Europe/Madrid' })).toMatchObject({
      created: 1,
      skipped: 3,
    })
    expect((await rows(at)).comments).toEqual(before.comments)
  })

  test('cycles of parents and links are listed and left out; new comments of an old task come', async () => {
    const at = await board()
    const head =
      'Summary,Issue key,Issue id,Parent,Status,Status Category,Comment,Outward issue link (Blocks)\n'
    const file = `${head}A,X-1,1,2,Open,To Do,,X-2\nB,X-2,2,1,Open,To Do,,X-1\n`
    const one = await imported(at, file, { source: 'jira_csv' })
    const reasons = (await rowsOf(at, one)).map(({ reason }) => reason)
    expect(reasons[1]).toContain('it has no parent: 1')
    expect(reasons.join()).toContain('would wait for each other')
    const next = `${head}A,X-1,1,,Open,To Do,"26/Nov/25 9:30 AM;bo;News",\n`
    const again = await imported(at, next, { source: 'jira_csv' })
    expect(again).toMatchObject({ created: 0, skipped: 1 })
    const [first] = await tasksOf(at)
    expect(await commentsOf(at, first.key)).toHaveLength(1)
    await undone(at, again)
    expect(await commentsOf(at, first.key)).toHaveLength(0)
  })
})

describe('Trello', () => {
  const card = {
    id: '6b06a3900000000000000001',
    name: 'Paint',
    desc: 'Blue',
    idList: 'l',
    idBoard: 'b',
    pos: 1,
  }
  const file = JSON.stringify({
    lists: [{ id: 'l', name: 'Doing', pos: 1 }],
    cards: [{ ...card, attachments: [{ name: 'a.png', url: 'https://x.test/a.png' }] }],
    checklists: [
      {
        idCard: card.id,
        name: 'Steps',
        checkItems: [
          { id: 'i1', name: 'First', state: 'complete', pos: 1 },
          { id: 'i2', name: 'Second', state: 'incomplete', pos: 2 },
        ],
      },
    ],
    actions: [],
  })

  test('has checklists in the description or as subtasks, lists as columns, and files that are told', async () => {
    const at = await board()
    const before = await rows(at)
    const one = await imported(at, file, { source: 'trello_json', filename: 'board.json' })
    const [made] = await tasksOf(at)
    expect(made).toMatchObject({ status: 'in_progress', column: { name: 'Doing' } })
    expect((await detailOf(at, made.key)).description).toBe(
      'Blue\n\n### Steps\n- [x] First\n- [ ] Second\n\nFiles that were not taken over:\n- a.png: https://x.test/a.png',
    )
    expect((await rowsOf(at, one, '&result=refused'))[0]).toMatchObject({
      kind: 'file',
      reason: 'a.png was not taken over: https://x.test/a.png',
    })
    await undone(at, one)
    expect(await rows(at)).toEqual(before)
    const split = await imported(at, file, { source: 'trello_json' }, { checklists: 'subtasks' })
    expect((await tasksOf(at)).map(({ title, status, parent }) => [title, status, Boolean(parent)])).toEqual([
      ['Paint', 'in_progress', false],
      ['First', 'done', true],
      ['Second', 'todo', true],
    ])
    await undone(at, split)
    expect(await rows(at)).toEqual(before)
  })
})
