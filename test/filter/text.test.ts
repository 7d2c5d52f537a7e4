import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeGrammar } from '../../src/shared/filter/describe.ts'
import { taskGrammar, TaskFilterTree } from '../../src/shared/filter/task-fields.ts'
import { readFilterText } from '../../src/shared/filter/text.ts'

const tree = (text: string) => {
  const { tree: read, problems } = readFilterText(text, taskGrammar)
  expect(problems).toEqual([])
  return read
}
const refused = (text: string) => readFilterText(text, taskGrammar).problems

describe('the one-line form', () => {
  test('is parsed into the tree of the same meaning', () => {
    expect(tree('priority:high assignee:@me -tag:wontfix due<7d "login"')).toEqual({
      and: [
        { field: 'priority', op: 'eq', value: 'high' },
        { field: 'assignee_id', op: 'eq', value: '@me' },
        { field: 'tag_id', op: 'ne', value: '#wontfix' },
        { field: 'due_date', op: 'lt', value: 'P7D' },
        { field: 'text', op: 'contains', value: 'login' },
      ],
    })
    for (const { text, filter } of describeGrammar(taskGrammar).examples) expect(tree(text)).toEqual(filter)
  })

  test.each<[string, object]>([
    ['status:todo,done', { field: 'status', op: 'in', value: ['todo', 'done'] }],
    ['-status:todo,done', { field: 'status', op: 'not_in', value: ['todo', 'done'] }],
    ['status!=todo', { field: 'status', op: 'ne', value: 'todo' }],
    ['Status:TODO', { field: 'status', op: 'eq', value: 'todo' }],
    ['assignee:none', { field: 'assignee_id', op: 'is_null' }],
    ['-assignee:none', { field: 'assignee_id', op: 'not_null' }],
    ['due:any', { field: 'due_date', op: 'not_null' }],
    ['assignee:me', { field: 'assignee_id', op: 'eq', value: '@me' }],
    ['assignee:"me"', { field: 'assignee_id', op: 'eq', value: '#me' }],
    ['assignee:"Ada Lovelace"', { field: 'assignee_id', op: 'eq', value: '#Ada Lovelace' }],
    ['tag:bug,"needs, care"', { field: 'tag_id', op: 'in', value: ['#bug', '#needs, care'] }],
    ['sprint:active', { field: 'sprint_id', op: 'eq', value: '@active_sprint' }],
    ['project:WEB', { field: 'project_id', op: 'eq', value: '#WEB' }],
    ['parent:WEB-12', { field: 'parent_id', op: 'eq', value: '#WEB-12' }],
    ['points:3..8', { field: 'estimate_points', op: 'between', value: [3, 8] }],
    ['points>=0.5', { field: 'estimate_points', op: 'gte', value: 0.5 }],
    ['-points>3', { not: { field: 'estimate_points', op: 'gt', value: 3 } }],
    ['due:2026-11-01..2026-11-30', { field: 'due_date', op: 'between', value: ['2026-11-01', '2026-11-30'] }],
    ['due<=today', { field: 'due_date', op: 'lte', value: '@today' }],
    ['updated>-2h', { field: 'updated_at', op: 'gt', value: '-PT2H' }],
    ['created>=-P1M', { field: 'created_at', op: 'gte', value: '-P1M' }],
    ['updated<2026-11-21T09:00:00Z', { field: 'updated_at', op: 'lt', value: '2026-11-21T09:00:00Z' }],
    ['is:overdue', { field: 'is_overdue', op: 'is', value: true }],
    ['blocked:yes', { field: 'is_blocked', op: 'is', value: true }],
    ['Overdue=no', { field: 'is_overdue', op: 'is', value: false }],
    ['-blocked:true', { field: 'is_blocked', op: 'is', value: false }],
    ['-has:attachments', { field: 'has_attachments', op: 'is', value: false }],
    ['is_blocked:false', { field: 'is_blocked', op: 'is', value: false }],
    ['title:login', { field: 'title', op: 'contains', value: 'login' }],
    ['title="Log in: now"', { field: 'title', op: 'eq', value: 'Log in: now' }],
    ['-login', { field: 'text', op: 'not_contains', value: 'login' }],
    ['due_date<@week_start', { field: 'due_date', op: 'lt', value: '@week_start' }],
    ['assignee = me', { field: 'assignee_id', op: 'eq', value: '@me' }],
    ['assignee = currentUser()', { field: 'assignee_id', op: 'eq', value: '@me' }],
    ['assignee is empty', { field: 'assignee_id', op: 'is_null' }],
    ['assignee is not null', { field: 'assignee_id', op: 'not_null' }],
    ['assignee != none', { field: 'assignee_id', op: 'not_null' }],
    ['assignee in (me, "Ada Lovelace")', { field: 'assignee_id', op: 'in', value: ['@me', '#Ada Lovelace'] }],
    ['assignee = "me"', { field: 'assignee_id', op: 'eq', value: '#me' }],
    ['sprint: current', { field: 'sprint_id', op: 'eq', value: '@active_sprint' }],
    ['due < today', { field: 'due_date', op: 'lt', value: '@today' }],
    ['due:<today', { field: 'due_date', op: 'lt', value: '@today' }],
    ['due <= tomorrow', { field: 'due_date', op: 'lte', value: 'P1D' }],
    ['due > +7d', { field: 'due_date', op: 'gt', value: 'P7D' }],
    ['due < today+7', { field: 'due_date', op: 'lt', value: 'P7D' }],
    ['created >= today-2w', { field: 'created_at', op: 'gte', value: '-P2W' }],
    ['updated > yesterday', { field: 'updated_at', op: 'gt', value: '-P1D' }],
    ['status = Done', { field: 'status', op: 'eq', value: 'done' }],
    ['status == "In Progress"', { field: 'status', op: 'eq', value: 'in_progress' }],
    ['status: todo, in_progress', { field: 'status', op: 'in', value: ['todo', 'in_progress'] }],
    ['status in (todo,"in progress")', { field: 'status', op: 'in', value: ['todo', 'in_progress'] }],
    ['status not in (done, cancelled)', { field: 'status', op: 'not_in', value: ['done', 'cancelled'] }],
    ['status:open', { field: 'status', op: 'in', value: ['todo', 'in_progress'] }],
    ['status != closed', { field: 'status', op: 'not_in', value: ['done', 'cancelled'] }],
    ['NOT status:done', { field: 'status', op: 'ne', value: 'done' }],
    ['not not status:done', { field: 'status', op: 'eq', value: 'done' }],
    ['status <> done', { field: 'status', op: 'ne', value: 'done' }],
    ['title ~ login', { field: 'title', op: 'contains', value: 'login' }],
    ['title !~ "log in"', { field: 'title', op: 'not_contains', value: 'log in' }],
    ['is:open', { field: 'status', op: 'in', value: ['todo', 'in_progress'] }],
    ['-is:closed', { field: 'status', op: 'not_in', value: ['done', 'cancelled'] }],
    ['is:done', { field: 'status', op: 'eq', value: 'done' }],
    ['is:todo,done', { field: 'status', op: 'in', value: ['todo', 'done'] }],
    ['assignee:@kai', { field: 'assignee_id', op: 'eq', value: '#kai' }],
    ['assignee in (@me, @"Kai Winter")', { field: 'assignee_id', op: 'in', value: ['@me', '#Kai Winter'] }],
    ['due:friday', { field: 'due_date', op: 'eq', value: '@friday' }],
    ['due<="next monday"', { field: 'due_date', op: 'lte', value: '@monday' }],
    ['due<@sunday', { field: 'due_date', op: 'lt', value: '@sunday' }],
    ['is: overdue', { field: 'is_overdue', op: 'is', value: true }],
    ['is_blocked = yes', { field: 'is_blocked', op: 'is', value: true }],
    ['"rock and roll"', { field: 'text', op: 'contains', value: 'rock and roll' }],
  ])('%s', (text, expected) => expect(tree(text)).toEqual(expected))

  test('supports OR, parentheses and a not before them', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((value) => ({ field: 'text', op: 'contains', value }))
    expect(tree('a b OR c')).toEqual({ or: [{ and: [a, b] }, c] })
    expect(tree('a (b OR c)')).toEqual({ and: [a, { or: [b, c] }] })
    expect(tree('-(a OR b) c')).toEqual({ and: [{ not: { or: [a, b] } }, c] })
    expect(tree('((a))')).toEqual(a)
  })

  test('supports AND, OR and NOT in any case, as words and as symbols', () => {
    const both = {
      and: [
        { field: 'status', op: 'eq', value: 'todo' },
        { field: 'priority', op: 'eq', value: 'urgent' },
      ],
    }
    for (const text of [
      'status:todo AND priority:urgent',
      'status = todo and priority = urgent',
      'status:todo && priority:urgent',
      'status:todo priority:urgent',
    ])
      expect(tree(text)).toEqual(both)
    const [low, nothing] = [
      { field: 'priority', op: 'eq', value: 'low' },
      { field: 'due_date', op: 'is_null' },
    ]
    for (const text of ['priority:low or due:none', 'priority = low || due is empty'])
      expect(tree(text)).toEqual({ or: [low, nothing] })
    expect(tree('status:todo AND priority:urgent OR priority:low')).toEqual({ or: [both, low] })
    expect(tree('not (status:todo and priority:urgent)')).toEqual({ not: both })
  })

  test('rejects what looks like a field or an operator and is not, and says how to write it', () => {
    const hint = 'give a field, an operator and a value, such as status:todo, or quote it'
    expect(refused('status =')).toEqual([`=: ${hint}`])
    expect(refused('status:')).toEqual([`status:: ${hint}`])
    expect(refused('< today')).toEqual([`<: ${hint}`])
    expect(refused('status: todo,')).toEqual([`,: ${hint}`])
    expect(refused('colour = red')).toEqual([
      expect.stringMatching(/^colour = red: unknown field; the fields are assignee, .* quote it to look for/),
    ])
    expect(refused('status:todo order by due desc')).toEqual([
      'order by due desc: the order is an argument of its own, sort',
    ])
    for (const text of ['a or', 'a OR', 'or a', 'a or or b'])
      expect(refused(text)[0]).toBe('OR needs a term on both sides')
    for (const text of ['a and', 'and a', 'a and or b'])
      expect(refused(text)[0]).toMatch(/^(AND|OR) needs a term/)
    for (const text of ['not', 'a not', 'not ()']) expect(refused(text).length).toBeGreaterThan(0)
  })

  test('names every term that is wrong', () => {
    expect(refused('due<banana points:x status:todo')).toEqual([
      expect.stringMatching(/^due<banana: must be a day/),
      expect.stringMatching(/^points:x: must be a number/),
    ])
    expect(refused('colour:red')).toEqual([
      expect.stringMatching(/^colour:red: unknown field; the fields are/),
    ])
    expect(refused('is:lost')).toEqual([expect.stringMatching(/^is:lost: unknown field; use is:overdue/)])
    expect(refused('priority<high')).toEqual([expect.stringMatching(/^priority<high: not allowed for enum/)])
    expect(refused('created:"none"')).toEqual([expect.stringMatching(/^created:"none": must be a day/)])
    expect(refused('"login')).toEqual(['unclosed " at character 1'])
    expect(refused('(a OR b')).toEqual(['unclosed ( at character 1'])
    expect(refused('a )')).toEqual(['unmatched ) at character 3'])
    expect(refused('a OR')).toEqual(['OR needs a term on both sides'])
    expect(refused('()')).toEqual(['nothing between the parentheses at character 1'])
    for (const empty of ['', '  ']) expect(refused(empty)).toEqual(['must not be empty'])
    expect(refused('a '.repeat(51))).toEqual(['at most 50 conditions, not 51'])
  })

  test('always returns a valid tree, or problems', () => {
    const part = fc.oneof(
      fc.constantFrom(
        'status:',
        'due',
        '<',
        '7d',
        '"',
        '(',
        ')',
        ' ',
        '-',
        'OR',
        ' OR ',
        ' and ',
        'not ',
        ' = ',
        ' in (',
        ' is ',
        'empty',
        'today+',
        ',',
        '..',
        'tag:',
        '@me',
        'is:overdue',
        'points:',
        '3',
        'none',
      ),
      fc.string({ maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 15 }), (parts) => {
        const { tree: read, problems } = readFilterText(parts.join(''), taskGrammar)
        expect(problems.length > 0).toBe(read === undefined)
        if (read) expect(TaskFilterTree.safeParse(read)).toMatchObject({ success: true })
      }),
      { seed: 11, numRuns: 3000 },
    )
  })
})
