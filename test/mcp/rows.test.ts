import { beforeAll, describe, expect, test } from 'vitest'
import { allTools as catalogue, everyTool } from './all-tools.ts'
import { other } from '../../src/mcp/other.ts'
import { inRows } from '../../src/mcp/rows.ts'
import { addHistory, fullWorld } from '../contract/full-world.ts'
import { operations, World } from '../contract/world.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { modern } from './rpc.ts'

const limits = { row: 70, receipt: 80 }
/** The addresses of people in tests are longer than those of people. */
const withoutLongAddresses = (text: string) =>
  text.replaceAll(/[0-9a-f-]{36}(?=@example\.com)/g, 'ada.lovelace')
/** As the list of tools is measured: a token per four bytes. */
const tokens = (value: unknown) =>
  Math.ceil(Buffer.byteLength(withoutLongAddresses(JSON.stringify(value))) / 4)

/** Answers that may be longer. This list may only shrink. */
const longer: Record<string, string> = {
  create_expense: 'names the expenses that may be the same one',
  update_expense: 'names the expenses that may be the same one',
  complete_sprint: 'tells what became of each task that was open',
}
const mayBeLonger = (line: string) => Object.hasOwn(longer, line.split(' ')[0]!)

type Tool = {
  name: string
  operation: string
  rows?: Record<string, string>
  annotations: Record<string, boolean>
  inputSchema: { properties: object }
}
const tools = catalogue as unknown as Tool[]

type Place = { world: World; token: string }

describe('in an organization with an object of every kind', () => {
  let full: Place
  const placeOf = async (world: World): Promise<Place> => {
    const at = `/api/v1/organizations/${world.org}/api-keys`
    return { world, token: (await world.people.owner.ok('POST', at, { name: 'rows' })).token }
  }
  beforeAll(async () => {
    const world = await fullWorld()
    await addHistory(world)
    full = await placeOf(world)
  }, 120_000)

  const use = async (
    { name, operation: id, inputSchema }: Tool,
    { world, token }: Place,
    more: object = {},
  ): Promise<Json> => {
    const operation = operations.find((one) => one.id === id)!
    const { body, params, query } = await world.example(operation)
    const { org_id: _org, ...named } = params
    const sent = Object.entries((body ?? {}) as Json).map(([key, value]) => [
      key in named ? `${other}${key}` : key,
      value,
    ])
    const args: Json = {
      ...named,
      ...Object.fromEntries(sent),
      ...Object.fromEntries(new URLSearchParams(query)),
      ...('confirm' in inputSchema.properties ? { confirm: true } : {}),
      ...more,
    }
    const reply = await modern('tools/call', { name, arguments: args }, { token, query: everyTool })
    const { content, isError } = reply.body.result
    return { isError: Boolean(isError), answer: JSON.parse(content[0].text) }
  }

  test('a row of every list costs at most 70 tokens, and detail: full shows all of it', async () => {
    const lists = tools.filter(({ annotations, rows = {} }) => annotations.readOnlyHint && 'items' in rows)
    expect(lists.length).toBeGreaterThan(45)
    const long: string[] = []
    let shown = 0
    for (const tool of lists) {
      const { isError, answer } = await use(tool, full)
      if (isError) continue
      for (const row of answer.items) {
        shown++
        if (tokens(row) > limits.row) long.push(`${tool.name} ${tokens(row)}: ${JSON.stringify(row)}`)
      }
      if (!answer.items.length) continue
      const whole = await use(tool, full, { detail: 'full' })
      expect([tool.name, whole.isError, whole.answer.items.length]).toEqual([
        tool.name,
        false,
        answer.items.length,
      ])
    }
    expect(long.filter((line) => !mayBeLonger(line))).toEqual([])
    expect(shown).toBeGreaterThan(90)
  }, 120_000)

  test('the receipt of every write costs at most 80 tokens', async () => {
    const long: string[] = []
    const unreached: string[] = []
    const tried = async (tool: Tool, place: Place): Promise<Json> => {
      try {
        await place.world.prepare(operations.find(({ id }) => id === tool.operation)!)
        // Whom tests have mailed often is not mailed, which an answer says.
        await asOwner(`update mails set created_at = created_at - interval '2 hours'`)
        const done = await use(tool, place)
        return done.isError ? null : done
      } catch {
        return null
      }
    }
    for (const tool of tools.filter(({ annotations }) => !annotations.readOnlyHint)) {
      // What others have changed meanwhile is found again in an organization of its own.
      const done = (await tried(tool, full)) ?? (await tried(tool, await placeOf(await World.make())))
      if (!done) unreached.push(tool.name)
      else if (tokens(done.answer) > limits.receipt)
        long.push(`${tool.name} ${tokens(done.answer)}: ${JSON.stringify(done.answer)}`)
    }
    expect(long.filter((line) => !mayBeLonger(line))).toEqual([])
    expect(Object.keys(longer).filter((name) => !long.some((line) => line.startsWith(`${name} `)))).toEqual(
      [],
    )
    expect(unreached).toEqual(['create_organization', 'install_app', 'delete_oauth_authorization'])
  }, 120_000)
})

describe('a row', () => {
  const row = (object: object, words: string) =>
    (inRows({ items: [object] }, { items: words }) as Json).items[0]

  test('has names rather than objects and ids, and nothing for what is empty', () => {
    const ticket = {
      id: '1',
      number: 7,
      assignee: { user_id: '2', name: 'Grace Hopper' },
      task: { id: '3', key: 'WEB-1', title: 'Login' },
      tags: [],
      notes: null,
      urgent: false,
      sla: { due_at: '2026-11-26T00:00:00Z' },
    }
    expect(row(ticket, 'id~number number assignee task tags notes urgent due=sla.due_at')).toEqual({
      number: 7,
      assignee: 'Grace Hopper',
      task: 'WEB-1',
      due: '2026-11-26T00:00:00Z',
    })
    expect(row({ id: '1', number: null, kind: 'task' }, 'id~number number kind!task')).toEqual({ id: '1' })
  })

  test('has the beginning of a long text, unless it is to be read there', () => {
    const long = { title: 'x'.repeat(200), body: 'y'.repeat(200) }
    expect(row(long, 'title* body')).toEqual({ title: long.title, body: `${'y'.repeat(100)}…` })
  })
})
