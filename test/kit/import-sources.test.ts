import { describe, expect, test } from 'vitest'
import { suggestedMapping, readTable } from '../../src/shared/import/analysis.ts'
import { clockOf, momentOf, ordersOf } from '../../src/shared/import/dates.ts'
import { type ImportSource, UnreadableFile } from '../../src/shared/import/model.ts'
import { columnsOf, recordOf } from '../../src/shared/import/records.ts'
import { readFile } from '../../src/shared/import/sources.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
function recordsOf(source: ImportSource, file: string | Uint8Array) {
  const { columns, rows } = readFile(source, typeof file === 'string' ? bytesOf(file) : file)
  const mapping = columnsOf(suggestedMapping(columns))
  return rows.map((row) => recordOf(source, row, mapping))
}
const statesOf = (source: ImportSource, text: string) =>
  readTable(source, readFile(source, bytesOf(text))).states
const problemOf = (source: ImportSource, file: string | Uint8Array) => {
  try {
    readFile(source, typeof file === 'string' ? bytesOf(file) : file)
    return null
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message
    throw error
  }
}

const jira =
  'Summary,Issue key,Issue id,Parent,Issue Type,Status,Status Category,Priority,Created,Labels,Labels,Comment,Outward issue link (Blocks),Story Points\n' +
  'Pay page,SHOP-2,10002,10001,Bug,In Review,In Progress,Highest,25/Nov/26 9:05 AM,web,pay,"25/Nov/26 9:30 AM;bo;Deploy at 9;30; then check",SHOP-3,3.0\n'

describe('Jira', () => {
  test('tells type, priority, times, repeated columns, comments, links and points', () => {
    expect(recordsOf('jira_csv', jira)).toMatchObject([
      {
        external_id: 'SHOP-2',
        alt_id: '10002',
        title: 'Pay page',
        type: 'bug',
        priority: 'urgent',
        status: 'In Review',
        decided: null,
        created_at: '2026-11-25T09:05:00',
        labels: ['web', 'pay'],
        parent: { alt: '10001' },
        comments: [{ at: '2026-11-25T09:30:00', author: 'bo', body: 'Deploy at 9;30; then check' }],
        blocks: ['SHOP-3'],
        points: 3,
        warnings: [],
        problem: null,
      },
    ])
    expect(statesOf('jira_csv', jira)).toEqual([
      { name: 'In Review', count: 1, decides: 1, suggested: 'in_progress' },
    ])
  })

  test('an abandoned resolution is cancelled, a done one done, each on its day; other types are tags', () => {
    const file =
      'Issue key,Summary,Issue Type,Status,Resolution,Resolved,Epic Link,Original estimate,Attachment,Inward issue link (Blocks),Inward issue link (Relates)\n' +
      'A-1,One,Improvement,Closed,Won\'t Do,26/Nov/26 10:00 AM,A-9,5400,"25/Nov/26 9:30 AM;bo;a.png;https://x.test/a.png",A-2,A-3\n' +
      'A-2,Two,Sub-task,Closed,Done,2026-11-26 10:00,,,,,\n'
    expect(recordsOf('jira_csv', file)).toMatchObject([
      {
        decided: 'cancelled',
        cancelled_at: '2026-11-26T10:00:00',
        completed_at: null,
        type: 'task',
        type_tag: 'Improvement',
        parent: { key: 'A-9' },
        minutes: 90,
        attachments: [{ name: 'a.png', url: 'https://x.test/a.png' }],
        blocked_by: ['A-2'],
        relates_to: ['A-3'],
      },
      { decided: 'done', completed_at: '2026-11-26T10:00:00', type: 'task', type_tag: null, minutes: null },
    ])
  })

  test('an id that a spreadsheet damaged is refused', () => {
    const [record] = recordsOf('jira_csv', 'Issue key,Summary\n1.21E+15,One\n')
    expect(record!.problem).toBe(
      'the id 1.21E+15 was damaged by a spreadsheet; export again, and send the file without opening it in one',
    )
  })
})

const linearHeader =
  'ID,Team,Title,Description,Status,Estimate,Priority,Project,Creator,Assignee,Labels,Cycle Number,Cycle Name,Created,Started,Completed,Canceled,Archived,Due Date,Parent issue\n'

describe('Linear', () => {
  test('tells tags of one cell, the cycle, and states by their days', () => {
    const script = 'Wed Nov 25 2026 09:00:00 GMT+0000 (GMT)'
    const file =
      `${linearHeader}ENG-7,Eng,Fix,,Shaping,2,Urgent,,ada@x.test,bo@x.test,"bug, api",4,,${script},${script},,,,2026-12-01,ENG-1\n` +
      `ENG-8,Eng,Ship,,Shipped,,No priority,,,,,5,Winter,${script},,2026-11-26T10:00:00.000Z,,${script},,\n` +
      `ENG-9,Eng,Drop,,Canceled,,Low,,,,,,,${script},,,2026-11-26,,,\n`
    expect(recordsOf('linear_csv', file)).toMatchObject([
      {
        external_id: 'ENG-7',
        priority: 'urgent',
        labels: ['bug', 'api'],
        sprint: 'Cycle 4',
        created_at: '2026-11-25T09:00:00+00:00',
        due_date: '2026-12-01',
        parent: { key: 'ENG-1' },
        points: 2,
        assignee: 'bo@x.test',
      },
      {
        priority: 'medium',
        decided: 'done',
        sprint: 'Winter',
        archived: true,
        completed_at: '2026-11-26T10:00:00Z',
      },
      { decided: 'cancelled', cancelled_at: '2026-11-26T00:00:00' },
    ])
    expect(statesOf('linear_csv', file)).toMatchObject([
      { name: 'Shaping', suggested: 'in_progress', decides: 1 },
      { name: 'Shipped', suggested: 'done', decides: 0 },
      { name: 'Canceled', suggested: 'cancelled' },
    ])
    expect(readFile('linear_csv', bytesOf(file)).warnings).toEqual([
      'The export of Linear holds no comments and no files.',
    ])
  })
})

const card = (id: string, more: object = {}) => ({
  id: `6b06a390${id.padStart(16, '0')}`,
  name: `Card ${id}`,
  desc: '',
  idList: 'l1',
  idBoard: 'b',
  pos: Number(id),
  closed: false,
  labels: [],
  idMembers: [],
  ...more,
})
const trello = {
  lists: [
    { id: 'l2', name: 'Done', pos: 2, closed: false },
    { id: 'l1', name: 'Doing', pos: 1, closed: false },
    { id: 'l3', name: 'Old', pos: 3, closed: true },
  ],
  members: [{ id: 'm1', fullName: 'Bo Li' }],
  cards: [
    card('3', { idList: 'l3' }),
    card('2', {
      labels: [{ name: '', color: 'green' }, { name: 'web' }],
      idMembers: ['m1'],
      dueComplete: true,
    }),
    card('1', {
      desc: '# Hello',
      due: '2026-12-01T10:00:00.000Z',
      attachments: [{ name: 'a.png', url: 'https://x.test/a' }],
    }),
  ],
  actions: [
    {
      id: 'a1',
      type: 'commentCard',
      date: '2026-11-25T10:00:00.000Z',
      data: { text: 'Yes', card: { id: card('1').id } },
      memberCreator: { fullName: 'Bo Li' },
    },
    { id: 'a2', type: 'updateCard', date: '2026-11-25T10:00:00.000Z', data: {} },
  ],
  checklists: [
    {
      idCard: card('1').id,
      name: 'Steps',
      pos: 1,
      checkItems: [
        { id: 'i2', name: 'Second', state: 'incomplete', pos: 2 },
        { id: 'i1', name: 'First', state: 'complete', pos: 1 },
      ],
    },
  ],
  customFields: [{ name: 'Budget' }],
}

describe('Trello', () => {
  test('tells lists in order, times from ids, labels by colour, comments and checklists', () => {
    expect(recordsOf('trello_json', JSON.stringify(trello))).toMatchObject([
      {
        title: 'Card 1',
        status: 'Doing',
        created_at: '2026-11-25T09:00:00Z',
        due_date: '2026-12-01',
        description: '# Hello',
        comments: [{ id: 'a1', author: 'Bo Li', body: 'Yes', at: '2026-11-25T10:00:00.000Z' }],
        checklists: [
          {
            name: 'Steps',
            items: [
              { name: 'First', done: true },
              { name: 'Second', done: false },
            ],
          },
        ],
        attachments: [{ name: 'a.png' }],
        archived: false,
      },
      { title: 'Card 2', labels: ['green', 'web'], assignee: 'Bo Li' },
      { title: 'Card 3', archived: true },
    ])
    const { warnings } = readFile('trello_json', bytesOf(JSON.stringify(trello)))
    expect(warnings).toEqual(['Custom fields are not taken over: Budget.'])
    const full = { ...trello, actions: Array.from({ length: 1000 }, () => trello.actions[1]) }
    expect(readFile('trello_json', bytesOf(JSON.stringify(full))).warnings).toEqual([
      'Older comments are not in the file.',
      'Custom fields are not taken over: Budget.',
    ])
  })
})

describe('Asana', () => {
  test('names parents by title in its CSV, and tells what ended', () => {
    const file =
      'Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task,Blocked By (Dependencies),Blocking (Dependencies)\n' +
      '1209,2026-11-25,2026-11-26,2026-11-26,Paint,Doing,Bo,bo@x.test,,2026-12-01,"home,wall",Blue,Home,,,Dry\n' +
      '1210,2026-11-25,,2026-11-26,Dry,Later,,,,,,,,Paint,Paint,\n'
    expect(recordsOf('asana_csv', file)).toMatchObject([
      {
        external_id: '1209',
        alt_id: 'Paint',
        decided: 'done',
        assignee: 'bo@x.test',
        labels: ['home', 'wall'],
        blocks: ['Dry'],
      },
      { external_id: '1210', parent: { alt: 'Paint' }, blocked_by: ['Paint'], decided: null },
    ])
    expect(readFile('asana_csv', bytesOf(file)).warnings).toEqual([
      'The CSV export of Asana holds no comments and no files.',
    ])
  })

  test('has sub-tasks inside of tasks in its JSON, and a task of several projects once', () => {
    const task = {
      gid: '1',
      name: 'Paint',
      notes: '',
      completed: false,
      memberships: [{ section: { name: 'Doing' } }],
      assignee: { gid: '9', name: 'Bo' },
      subtasks: [{ gid: '2', name: 'Dry', completed: true, completed_at: '2026-11-26T10:00:00.000Z' }],
    }
    expect(recordsOf('asana_json', JSON.stringify({ data: [task, task] }))).toMatchObject([
      { external_id: '1', status: 'Doing', assignee: 'Bo', decided: null },
      { external_id: '2', parent: { key: '1' }, decided: 'done' },
    ])
    const warningsOf = (one: object) =>
      readFile('asana_json', bytesOf(JSON.stringify({ data: [one] }))).warnings
    expect(warningsOf(task)).toEqual(['The file holds no comments.'])
    expect(warningsOf({ ...task, stories: [{ type: 'comment', text: 'Yes' }] })).toEqual([])
  })
})

describe('a file that is another one', () => {
  test.each<[ImportSource, string, RegExp]>([
    ['jira_csv', JSON.stringify(trello), /looks like a JSON export of Trello \(trello_json\)/],
    ['trello_json', jira, /looks like a CSV export of Jira/],
    ['linear_csv', jira, /looks like a CSV export of Jira/],
    ['csv', JSON.stringify(trello), /looks like a JSON export of Trello/],
    ['trello_json', '{"cards":', /not valid JSON/],
    ['trello_json', '{"a":1}', /is not a JSON export of Trello/],
    ['asana_json', '['.repeat(100_000), /nested too deeply/],
    ['jira_csv', 'a,b\n1,2\n', /is not a CSV export of Jira/],
    ['csv', 'a,b\n"1,2\n', /^line 2: a quotation mark is never closed$/],
    ['csv', '', /no header/],
    ['csv', `${'a,'.repeat(501)}Title\n1\n`, /^it has more than 500 columns$/],
    ['trello_json', '{"cards":[]}', /^the board has no cards$/],
    [
      'trello_json',
      JSON.stringify({ cards: Array(20_001).fill({}) }),
      /^the board has more than 20000 cards$/,
    ],
    ['asana_json', '{"data":[]}', /^it has no tasks$/],
    [
      'asana_json',
      JSON.stringify({ data: Array.from({ length: 20_001 }, (_, n) => ({ gid: `${n}` })) }),
      /^it has more than 20000 tasks$/,
    ],
    ['csv', 'Title\n', /no rows/],
    ['csv', `Title\n${'x\n'.repeat(20_001)}`, /more than 20000 rows/],
  ])('sent as %s is refused', (source, text, why) => {
    expect(problemOf(source, text)).toMatch(why)
  })
})

describe('a table', () => {
  const utf16 = (text: string, little: boolean) => {
    const bytes = new Uint8Array(2 + text.length * 2)
    const view = new DataView(bytes.buffer)
    for (let n = 0; n <= text.length; n++) view.setUint16(n * 2, `\uFEFF${text}`.charCodeAt(n), little)
    return bytes
  }
  test.each<[string, string | Uint8Array]>([
    ['UTF-8 with a mark', '\uFEFFtitle;Status\nCafé;Done'],
    ['UTF-16 LE', utf16('title;Status\nCafé;Done', true)],
    ['UTF-16 BE', utf16('title;Status\nCafé;Done', false)],
    ['Windows-1252', Uint8Array.from('Title;Status\r\nCaf\xe9;Done', (sign) => sign.charCodeAt(0))],
    ['a line that names the separator', 'sep=|\r\nTitle|Status\rCafé|Done'],
    ['tabs', ' TITLE \tStatus\nCafé\tDone\n'],
  ])('is read in %s', (_, file) => {
    expect(recordsOf('csv', file)).toMatchObject([{ title: 'Café', status: 'Done' }])
  })

  test('keeps formulas and scripts as text, and mends what cannot be stored', () => {
    const [record] = recordsOf('csv', 'Title,Notes\n"=cmd|\' /C calc\'!A0","<script>a\0b</script>"\n')
    expect(record).toMatchObject({ title: "=cmd|' /C calc'!A0", description: '<script>ab</script>' })
  })

  test('a cell of a megabyte and names of properties of objects are only text', () => {
    const [record] = recordsOf('csv', `Title,Notes,__proto__,constructor\nA,${'x'.repeat(1_000_000)},1,2\n`)
    expect(record!.description).toHaveLength(1_000_000)
    expect(({} as Record<string, unknown>)['1']).toBeUndefined()
  })

  test('two rows without an id have the same one only if they are equal', () => {
    const [a, b, c] = recordsOf('csv', 'Title,Status\nA,x\nA,x\nA,y\n').map(({ external_id }) => external_id)
    expect([a === b, a === c, a!.length]).toEqual([true, false, 65])
  })
})

describe('days', () => {
  test.each([
    ['25/Nov/26 9:05 AM', '2026-11-25T09:05:00'],
    ['25/Nov/26 12:05 AM', '2026-11-25T00:05:00'],
    ['2026-11-25', '2026-11-25T00:00:00'],
    ['2026-11-25T08:05:00.123+0100', '2026-11-25T08:05:00+01:00'],
    ['2026-11-25 08:05', '2026-11-25T08:05:00'],
    ['Nov 25, 2026', '2026-11-25T00:00:00'],
    ['Wed Nov 25 2026 09:00:00 GMT+0000 (GMT)', '2026-11-25T09:00:00+00:00'],
    ['25.11.2026', '2026-11-25T00:00:00'],
  ])('%s is %s', (text, moment) => {
    expect(momentOf(clockOf(text)!)).toBe(moment)
  })
  test.each(['', 'soon', '31.02.2026', '2026-13-01', '25/Abc/26', '2026-11-25 25:00'])(
    '%j is none',
    (text) => {
      expect(clockOf(text)).toBeNull()
    },
  )
  test('the order of days in numbers follows from all of a column, or is left open', () => {
    expect([ordersOf('11/25/2026'), ordersOf('1/2/2026'), ordersOf('2026-01-02')]).toEqual([
      ['mdy'],
      ['dmy', 'mdy'],
      null,
    ])
    const columns = (text: string) => readFile('csv', bytesOf(text)).columns.map(({ orders }) => orders)
    expect(columns('Title,Due\na,1/2/2026\nb,3/4/2026\n')).toEqual([[], ['dmy', 'mdy']])
    expect(columns('Title,Due\na,1/2/2026\nb,13/4/2026\n')).toEqual([[], ['dmy']])
    expect(columns('Title,Due\na,1/13/2026\nb,13/4/2026\n')).toEqual([[], []])
  })
})
