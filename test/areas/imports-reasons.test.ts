import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import {
  board,
  type Board,
  done,
  imported,
  meaningOf,
  read,
  rowsOf,
  tasksOf,
  undone,
} from '../kit/imports.ts'
import { join } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

/** What became of each row, and why. */
const told = async (at: Board, one: Json) =>
  (await rowsOf(at, one)).map(({ line, result, reason }) => [line, result, reason])
const removed = (at: Board, title: string) =>
  tasksOf(at).then((all) =>
    at.ws.owner.ok('DELETE', `${at.ws.base}/tasks/${all.find((one) => one.title === title)!.id}`),
  )

describe('what a row says that is not taken over', () => {
  test('days, numbers and priorities that are none, and a start after the end', async () => {
    const at = await board()
    const file =
      'Title,Status,Due,Start,Points,Priority\n' +
      'Soon,Done,soon,,,\nMany,Done,,,lots,\nBelow,Done,,,-1,\nOdd,Done,,,,Whenever\n' +
      'Backwards,Done,2026-11-01,2026-12-01,,\n'
    const one = await imported(at, file)
    expect(await told(at, one)).toEqual([
      [2, 'created', 'Due: soon is no day; left out'],
      [3, 'created', 'points: lots is no number from 0 to 9999; left out'],
      [4, 'created', 'points: -1 is no number from 0 to 9999; left out'],
      [5, 'created', 'the priority Whenever is not known; medium'],
      [6, 'created', 'its start is after its end, and was left out'],
    ])
    expect((await tasksOf(at)).map((made) => [made.due_date, made.estimate_points, made.priority])).toEqual([
      [null, null, 'medium'],
      [null, null, 'medium'],
      [null, null, 'medium'],
      [null, null, 'medium'],
      ['2026-11-01', null, 'medium'],
    ])
  })

  test('items of checklists beyond the two hundredth', async () => {
    const at = await board()
    const checkItems = Array.from({ length: 201 }, (_, n) => ({ id: `i${n}`, name: `Item ${n}`, pos: n }))
    const file = {
      lists: [{ id: 'l', name: 'Doing', pos: 1 }],
      cards: [{ id: '6b06a3900000000000000001', name: 'Paint', idList: 'l', idBoard: 'b', pos: 1 }],
      checklists: [{ idCard: '6b06a3900000000000000001', name: 'Steps', checkItems }],
    }
    const one = await imported(
      at,
      JSON.stringify(file),
      { source: 'trello_json' },
      { checklists: 'subtasks' },
    )
    expect(await told(at, one)).toEqual([
      [1, 'created', 'only the first 200 items of its checklists became subtasks'],
    ])
    const [{ n }] = (await asOwner<{ n: number }>(
      'select count(*)::int as n from tasks where project_id = $1',
      [at.home.id],
    )) as [{ n: number }]
    expect(n).toBe(201)
  })

  test('a row without an id that a spreadsheet left whole, and a state beyond those that can be mapped', async () => {
    const at = await board()
    const states = Array.from({ length: 201 }, (_, n) => `State ${n}`)
    const file = `Key,Title,Status\n1.21E+15,Damaged,State 0\n${states.map((state, n) => `K-${n},Task,${state}\n`).join('')}`
    const one = await read(at, file)
    const listed = one.states.map(({ name }: Json) => name)
    expect(listed).toHaveLength(200)
    const unlisted = states.find((state) => !listed.includes(state))!
    const meaning = meaningOf(one, {
      states: Object.fromEntries(listed.map((name: string) => [name, { status: 'todo' }])),
    })
    await at.ws.owner.ok('PUT', `${at.at}/${one.id}/mapping`, meaning)
    await at.ws.owner.ok('POST', `${at.at}/${one.id}/start`, {})
    await done(at)
    const refused = await rowsOf(at, one, '&result=refused')
    expect(refused.map(({ reason }) => reason)).toEqual([
      'the id 1.21E+15 was damaged by a spreadsheet; export again, and send the file without opening it in one',
      `nothing says what the state ${unlisted} is`,
    ])
  })

  test('links and parents that nothing or several tasks are named by, and a link to itself', async () => {
    const at = await board()
    const head =
      'Task ID,Last Modified,Name,Section/Column,Parent task,Blocked By (Dependencies),Completed At\n'
    const file =
      `${head}1,2026-11-25,Paint,Done,,,2026-11-26\n2,2026-11-25,Paint,Done,,,2026-11-26\n` +
      '3,2026-11-25,Dry,Done,Paint,Paint,2026-11-26\n4,2026-11-25,Wait,Done,,"4,Nowhere",2026-11-26\n'
    const one = await imported(at, file, { source: 'asana_csv' })
    expect((await told(at, one)).slice(2)).toEqual([
      [
        4,
        'created',
        'several tasks are called Paint, so it has no parent; several tasks are called Paint, so it is not linked to them',
      ],
      [5, 'created', 'it is linked to itself; Nowhere, to which it is linked, is not in the file'],
    ])
  })
})

describe('what is there already', () => {
  test('is skipped, also in the trash, and says what was added to it', async () => {
    const at = await board()
    const head = 'Summary,Issue key,Status,Status Category,Comment\n'
    const file = `${head}A,X-1,Open,To Do,\nB,X-2,Open,To Do,\nC,X-3,Open,To Do,\n`
    await imported(at, file, { source: 'jira_csv' })
    await removed(at, 'B')
    const next = `${head}A,X-1,Open,To Do,"26/Nov/25 9:30 AM;bo;News"\nB,X-2,Open,To Do,\nC,X-3,Open,To Do,\n`
    const again = await imported(at, next, { source: 'jira_csv' })
    expect(await told(at, again)).toEqual([
      [2, 'skipped', 'it is there already; 1 newer comments were added'],
      [3, 'skipped', 'it is in the trash'],
      [4, 'skipped', 'it is there already'],
    ])
  })

  test('stays with its time when the import is undone', async () => {
    const at = await board()
    const one = await imported(at, 'Title,Status\nA,Done\n')
    const [made] = await tasksOf(at)
    await at.ws.owner.ok('POST', `${at.ws.base}/time-entries`, {
      task_id: made.id,
      work_date: '2026-11-26',
      duration_seconds: 300,
    })
    expect((await undone(at, one)).undo).toEqual({
      removed: 0,
      kept: [{ key: made.key, why: 'has time or files' }],
    })
  })
})

describe('an import', () => {
  test('stops when its project is archived, when who started it is no manager any more, and when it is told to', async () => {
    const at = await board()
    const { ws } = at
    const manager = await join(ws, 'manager')
    const begun = async (who = ws.owner) => {
      const one = await read(at, 'Title,Status\nA,Done\n', {}, who)
      await who.ok('POST', `${at.at}/${one.id}/start`, {})
      return one
    }
    const problem = async ({ id }: Json) => {
      await done(at)
      const { status, problem } = await ws.owner.ok('GET', `${at.at}/${id}`)
      return [status, problem]
    }
    const lowered = await begun(manager)
    await ws.owner.ok('PATCH', `${ws.base}/members/${manager.id}`, { role: 'member' })
    const told = await problem(lowered)
    expect(told).toEqual(['stopped', 'who started it has left, or is no manager any more'])
    const stopped = await begun()
    await ws.owner.ok('POST', `${at.at}/${stopped.id}/stop`)
    expect(await problem(stopped)).toEqual(['stopped', 'it was stopped by a person'])
    const archived = await begun()
    await ws.owner.ok('POST', `${ws.base}/projects/${at.home.id}/archive`)
    expect(await problem(archived)).toEqual(['stopped', 'the project is archived or deleted'])
    const draft = { source: 'csv', project_id: at.home.id, filename: 'a.csv', content: 'Title\nA\n' }
    expect(refusal(await ws.owner.call('POST', at.at, draft))).toEqual([
      422,
      'body.project_id: archived; unarchive it first, or choose another',
    ])
  })

  test('is not mapped with an order of days that does not fit them all', async () => {
    const at = await board()
    const one = await read(at, 'Title,Status,Due\nA,Done,13/4/2026\n')
    const mapping = { ...one.suggested.mapping, Due: { field: 'due_date', format: 'mdy' } }
    const put = await at.ws.owner.call('PUT', `${at.at}/${one.id}/mapping`, meaningOf(one, { mapping }))
    expect(refusal(put)).toEqual([422, 'body.mapping.Due.format: not all its days can be read so; send dmy'])
  })

  test('shows what its file does not hold before it is started', async () => {
    const at = await board()
    const one = await read(at, 'Title,Status\nA,Done\nB,Done,more\n')
    expect(one.warnings).toEqual(['line 3 has more cells than the header; the rest was left out'])
  })
})
