import { beforeAll, describe, expect, test } from 'vitest'
import openapi from '../../openapi/openapi.json' with { type: 'json' }
import conflicts from '../../openapi/conflicts.json' with { type: 'json' }
import { type Json } from '../kit/client.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { fullWorld } from '../contract/full-world.ts'
import type { World } from '../contract/world.ts'
import { allTools, everyTool } from './all-tools.ts'
import { codeIn, formsIn, formsInSentence } from './forms.ts'
import { keyOf, modern, rpc } from './rpc.ts'

type Schema = { description?: string; type?: string; enum?: unknown[]; anyOf?: Schema[] }
type Tool = {
  name: string
  description: string
  slots?: Record<string, string>
  annotations: { readOnlyHint: boolean }
  inputSchema: { properties: Record<string, Schema>; required?: string[] }
}
const tools = allTools as unknown as Tool[]

const caller =
  (token: string) =>
  async (name: string, args: object, query = everyTool): Promise<Json> => {
    const { body } = await modern('tools/call', { name, arguments: args }, { token, query })
    if (!body.result) throw new Error(`${name}: ${JSON.stringify(body)}`)
    return JSON.parse(body.result.content[0].text)
  }
/** What a description says has to be there too. */
const beside = (description = '') => [...description.matchAll(/^With (\w+_id): /g)].map(([, name]) => name!)
/** What only the provider knows. */
const outOfReach = new Set(['acme/site'])
const words = (message: unknown) => (typeof message === 'string' ? message : '')

describe('with an object of every kind', () => {
  let world: World
  let use: ReturnType<typeof caller>
  beforeAll(async () => {
    world = await fullWorld()
    const base = `/api/v1/organizations/${world.org}`
    const sprint = await world.value('sprint_id')
    await world.people.owner.call('POST', `${base}/sprints/${sprint}/start`)
    use = caller((await keyOf({ owner: world.people.owner, base } as never)).token)
  }, 120_000)

  test('every form that the description of an argument names is taken by its tool', async () => {
    const refused: string[] = []
    let tried = 0
    const reading = tools.toSorted(
      (a, b) => Number(b.annotations.readOnlyHint) - Number(a.annotations.readOnlyHint),
    )
    for (const { name, inputSchema } of reading)
      for (const [key, schema] of Object.entries(inputSchema.properties)) {
        const forms = key === 'confirm' ? [] : formsIn(key, schema)
        if (!forms.length) continue
        const needed: Json = {}
        for (const one of [...(inputSchema.required ?? []), ...beside(schema.description)])
          if (one.endsWith('_id')) needed[one] = await world.value(one).catch(() => undefined)
        for (const form of forms) {
          tried++
          const { error } = await use(name, { ...needed, [key]: form })
          const isAbout = new RegExp(`(?:^|; )${key}(?:\\[\\d+\\])?: (?!needs )`).test(words(error?.message))
          if (isAbout && !outOfReach.has(form)) refused.push(`${name} ${key}=${form}: ${error.message}`)
        }
      }
    expect(refused).toEqual([])
    expect(tried).toBeGreaterThan(700)
  }, 240_000)

  test('every form that the sentence about a tool names is taken by it', async () => {
    const refused: string[] = []
    const tried = new Set<string>()
    for (const { name, description, inputSchema } of tools)
      for (const [key, form] of formsInSentence(description, inputSchema.properties)) {
        const needed: Json = {}
        for (const one of inputSchema.required ?? [])
          if (one.endsWith('_id')) needed[one] = await world.value(one).catch(() => undefined)
        tried.add(`${name} ${key}=${form}`)
        const { error } = await use(name, { ...needed, [key]: form })
        if (new RegExp(`(?:^|; )${key}: (?!needs |required)`).test(words(error?.message)))
          refused.push(`${name} ${key}=${form}: ${error.message}`)
      }
    expect(refused).toEqual([])
    expect([...tried]).toEqual(
      expect.arrayContaining([
        'list_subtasks tree=true',
        'create_credit_note method=difference',
        'create_credit_note method=substitution',
        'update_employee termination_date=null',
        'update_objective status=active',
        'bulk_update_issues mode=best_effort',
      ]),
    )
    expect(tried.size).toBeGreaterThan(10)
  }, 120_000)
})

describe('in an organization of two', () => {
  let ws: Workspace
  let token: string
  let use: ReturnType<typeof caller>
  let kai: { id: string; email: string }
  beforeAll(async () => {
    ws = await workspace()
    ;({ token } = await keyOf(ws))
    use = caller(token)
    const { owner, base } = ws
    const home = await project(ws, { key: 'WEB', name: 'Web shop' })
    kai = await join(ws, 'member', 'Kai Winter')
    for (const [start, name] of [
      [0, 'Present'],
      [20, 'Planned'],
    ] as const) {
      const dates = { start_date: dayFromNow(start), end_date: dayFromNow(start + 10) }
      const sprint = await owner.ok('POST', `${base}/projects/${home.id}/sprints`, { name, ...dates })
      if (start === 0) await owner.ok('POST', `${base}/sprints/${sprint.id}/start`)
      const one = await task(ws, home.id, { title: `In ${name}` })
      await owner.ok('PATCH', `${base}/tasks/${one.id}`, {
        sprint_id: sprint.id,
        assignee_id: start === 0 ? owner.id : kai.id,
      })
    }
    const late = await task(ws, home.id, { title: 'Late login', due_date: '2020-02-29' })
    const waiting = await task(ws, home.id, { title: 'Waits' })
    await owner.ok('POST', `${base}/tasks/${waiting.id}/dependencies`, {
      task_id: late.id,
      type: 'blocked_by',
    })
    const over = await task(ws, home.id, { title: 'Over' })
    await owner.ok('PATCH', `${base}/tasks/${over.id}`, { status: 'done' })
    await owner.ok('POST', `${base}/projects/${home.id}/milestones`, {
      name: 'Beta',
      due_date: dayFromNow(9),
    })
  }, 60_000)

  const keysOf = ({ items, error, warnings = [] }: Json) =>
    error ? error.message : [...items.map(({ key }: Json) => key).toSorted(), ...warnings]

  const open = ['WEB-1', 'WEB-2', 'WEB-3', 'WEB-4']
  test.each([
    ['status', ['open'], open],
    ['status', ['closed'], ['WEB-5']],
    ['assignee', ['me', '@me', 'myself', 'Ada', '"Ada Lovelace"'], ['WEB-1']],
    ['assignee', ['Kai', 'kai', '@kai', 'winter', '"Kai Winter"'], ['WEB-2']],
    ['assignee', ['none', 'unassigned', 'nobody'], ['WEB-3', 'WEB-4', 'WEB-5']],
    ['sprint', ['active', '@active', '@active_sprint', 'Present'], ['WEB-1']],
    ['sprint', ['next', '@next', '@next_sprint', 'Planned'], ['WEB-2']],
    ['sprint', ['none'], ['WEB-3', 'WEB-4', 'WEB-5']],
    ['overdue', ['true'], ['WEB-3']],
    ['blocked', ['true'], ['WEB-4']],
  ])(
    'the text of a filter and the arguments of a list have the same words: %s %j',
    async (field, said, found) => {
      const argument = ['assignee', 'sprint'].includes(field) ? `${field}_id` : field
      for (const one of said) {
        expect([one, keysOf(await use('query_issues', { text: `${field}:${one}` }))]).toEqual([one, found])
        const given = { project_id: 'WEB', [argument]: one.replaceAll('"', '') }
        expect([one, keysOf(await use('list_issues', given))]).toEqual([one, found])
      }
    },
  )

  test('an address is a member too, and what is said of a task means the same', async () => {
    expect(keysOf(await use('query_issues', { text: `assignee:${kai.email}` }))).toEqual(['WEB-2'])
    for (const assignee_id of ['@me', 'Kai', kai.email])
      expect((await use('update_issue', { task_id: 'WEB-4', assignee_id })).error).toBeUndefined()
    expect((await use('update_issue', { task_id: 'WEB-4', assignee_id: 'nobody' })).assignee).toBeUndefined()
    expect((await use('update_issue', { task_id: 'WEB-4', sprint_id: '@next' })).sprint).toBe('Planned')
    await use('update_issue', { task_id: 'WEB-4', sprint_id: 'none', due_date: 'friday' })
    for (const said of ['friday', '@friday', '"next friday"'])
      expect([said, keysOf(await use('query_issues', { text: `due:${said}` }))]).toEqual([said, ['WEB-4']])
    for (const [said, found] of [
      ['is:open', open],
      ['-is:closed', open],
      ['is:done', ['WEB-5']],
      ['status:open assignee:@kai', ['WEB-2']],
    ])
      expect([said, keysOf(await use('query_issues', { text: said }))]).toEqual([said, found])
    await use('update_issue', { task_id: 'WEB-4', due_date: 'none' })
    const { items } = await use('list_issue_history', { task_id: 'WEB-4', actor_id: 'me' })
    expect(items.length).toBeGreaterThan(2)
    expect((await use('list_issue_history', { task_id: 'WEB-4', actor_id: 'Kai' })).items).toEqual([])
  })

  test('the example of the text of a filter and each of its terms are taken', async () => {
    const { text } = tools.find(({ name }) => name === 'query_issues')!.inputSchema.properties
    const example = /: (.+)$/.exec(text!.description!)![1]!
    const terms = example
      .replaceAll(/[()]/g, '')
      .split(' ')
      .filter((one) => one !== 'OR')
    expect(terms.length).toBeGreaterThan(5)
    for (const one of [example, ...terms, 'overdue:yes', 'blocked:no', 'is:blocked']) {
      const { error } = await use('query_issues', { text: one })
      expect([one, error?.message]).toEqual([one, undefined])
    }
  })

  test('everything that get_filter_schema names is taken: examples, values, operators, tokens', async () => {
    const schema = await use('get_filter_schema', {})
    const wrong: string[] = []
    const tryOut = async (given: Json) => {
      const { error } = await use('query_issues', given)
      if (error) wrong.push(`${JSON.stringify(given)}: ${error.message}`)
    }
    for (const { text, filter } of schema.examples) {
      await tryOut({ text })
      await tryOut({ filter })
    }
    const samples: Record<string, unknown> = {
      uuid: kai.id,
      '#name': '#Kai',
      'YYYY-MM-DD': '2026-11-21',
      'YYYY-MM-DDTHH:MM:SSZ': '2026-11-21T09:00:00Z',
      'ISO 8601 duration': '-P7D',
      true: true,
      false: false,
    }
    for (const { name, kind, operators, values = [], text_form } of schema.fields) {
      for (const value of values.map((one: string) => samples[one] ?? one)) {
        await tryOut({ filter: { field: name, op: kind === 'predicate' ? 'is' : 'eq', value } })
        if (typeof value === 'string')
          await tryOut({ text: `${text_form}${kind === 'predicate' ? '' : ':'}${value}` })
      }
      const value = values.length ? (samples[values[0]] ?? values[0]) : kind === 'number' ? 3 : 'login'
      for (const op of operators) {
        const isList = ['in', 'not_in'].includes(op)
        const given = op === 'between' ? [value, value] : isList ? [value] : value
        await tryOut({ filter: { field: name, op, ...(op.endsWith('null') ? {} : { value: given }) } })
      }
      if (kind === 'predicate') await tryOut({ text: text_form })
    }
    expect(wrong).toEqual([])
  })

  test('every form that the instructions name is taken', async () => {
    const { body } = await rpc(
      'initialize',
      { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      { token },
    )
    const instructions = body.result.instructions as string
    const named = [...instructions.matchAll(/\(([^)]+)\)/g)].flatMap(([, list]) => list!.split(', '))
    const calls: Record<string, [tool: string, args: object][]> = {
      'also called issues': [],
      'WEB-12': [['get_issue', { task_id: 'WEB-1' }]],
      WEB: [['get_project', { project_id: 'WEB' }]],
      '#4': [['get_ticket', { ticket_id: '#1' }]],
      'an invoice number': [],
      tomorrow: [['list_issues', { project_id: 'WEB', due_before: 'tomorrow' }]],
      'friday 14:00': [['create_reminder', { title: 'Call', remind_at: 'friday 14:00' }]],
      '7d ago': [['list_issue_history', { since: '7d ago' }]],
      limit: [['list_issues', { project_id: 'WEB', limit: 1 }]],
      offset: [['list_issues', { project_id: 'WEB', offset: 1 }]],
    }
    expect(named.toSorted()).toEqual(Object.keys(calls).toSorted())
    const { client_id } = { client_id: (await use('create_client', { name: 'Acme Ltd' })).id }
    expect(client_id).toBeDefined()
    expect((await use('create_ticket', { subject: 'Broken', description: 'Help' })).error).toBeUndefined()
    const others: [string, object][] = [
      ['get_client', { client_id: 'Acme' }],
      ['list_issues', { project_id: 'WEB', assignee_id: 'Kai', sprint_id: 'Planned', detail: 'full' }],
      ['list_issues', { project_id: 'WEB', assignee_id: 'me', sprint_id: 'active' }],
      ['list_issues', { project_id: `https://service.test/projects/WEB`, sort: '-priority,due_date' }],
      ['list_issues', { project_id: 'WEB', status: 'todo,done', due_before: '2026-11-27' }],
      ['update_issue', { task_id: 'WEB-1', milestone_id: null }],
      ['list_projects', { organization_id: ws.org.name }],
      ['list_projects', { organization_id: ws.org.slug }],
    ]
    for (const [name, args] of [...Object.values(calls).flat(), ...others]) {
      const { error } = await use(name, args)
      expect([name, args, error?.message]).toEqual([name, args, undefined])
    }
  })

  test('a milestone says which project is meant, and an organization of others is unknown', async () => {
    expect((await use('list_issue_dependencies', { milestone_id: 'Beta' })).critical_path).toEqual([])
    const { error } = await use('list_projects', { organization_id: 'Nobody & Co' })
    expect(error.message).toBe(
      'organization_id: you belong to no organization with the name or slug "Nobody & Co"',
    )
  })
})

test('an empty call of any tool names what is missing, and never complains of its form', async () => {
  const ws = await workspace()
  const use = caller((await keyOf(ws)).token)
  const wrong: string[] = []
  let refused = 0
  for (const { name, inputSchema } of tools) {
    const { error } = await use(name, {})
    const { required = [] } = inputSchema
    const message = words(error?.message)
    if (error?.code === 'validation_error') refused++
    if (/must be|invalid/i.test(message)) wrong.push(`${name}: ${message}`)
    if (
      required.length &&
      error.code !== 'forbidden' &&
      !required.some((one) => message.includes(`${one}: required`))
    )
      wrong.push(`${name} wants ${required.join()}: ${message}`)
  }
  expect(wrong).toEqual([])
  expect(refused).toBeGreaterThan(200)
}, 120_000)

test('what the sentence about a tool writes as code is there: an argument, a value, a field of answers or a tool', () => {
  const contract = JSON.stringify([openapi.components, openapi.paths])
  const known = new Set([...contract.matchAll(/"([a-z][a-z_]*)"/g)].map(([, one]) => one!))
  for (const { name, inputSchema } of tools)
    for (const one of [name, ...Object.keys(inputSchema.properties)]) known.add(one)
  const unknown = tools.flatMap(({ name, description }) =>
    codeIn(description).flatMap((one) => (known.has(one) ? [] : [`${name}: ${one}`])),
  )
  expect(unknown).toEqual([])
})

/** Words in a sentence that begin like the name of a tool, or are written like an operation. */
const namesIn = (sentence: string) => [
  ...[...sentence.matchAll(/(?<![\w.])([a-z]+)_[a-z_]+(?![\w:.])/g)]
    .filter(([, verb]) => verbs.has(verb!))
    .map(([one]) => one),
  ...[...sentence.matchAll(/\b[a-z]+[A-Z][a-z]\w*/g)].map(([one]) => one),
]
const names = new Set(tools.map(({ name }) => name))
const verbs = new Set([...names].map((name) => name.split('_')[0]!))

test('refusals name only tools that there are, never operations', async () => {
  const ws = await workspace()
  const use = caller((await keyOf(ws)).token)
  const fields = new Set<string>()
  const sentences = JSON.stringify(conflicts)
    .split('"')
    .filter((one) => one.includes(' '))
  for (const { name, inputSchema, slots = {} } of tools) {
    for (const key of Object.keys(inputSchema.properties)) fields.add(key)
    const objects = Object.entries(inputSchema.properties).filter(([, { type }]) => type === 'object')
    const wrong = [...Object.keys(slots), ...objects.map(([key]) => key)]
    for (const args of [{}, ...wrong.map((key) => ({ [key]: 'Nobody' }))]) {
      const { error } = await use(name, args)
      sentences.push(`${words(error?.message)} ${words(error?.hint)}`)
    }
  }
  const unknown = sentences.flatMap(namesIn).filter((one) => !names.has(one) && !fields.has(one))
  expect([...new Set(unknown)]).toEqual([])
  expect(sentences.length).toBeGreaterThan(900)
}, 120_000)
