import type { CallToolResult } from '@modelcontextprotocol/server'
import routes from '../../openapi/routes.json' with { type: 'json' }
import type { Call } from '../kit/call.ts'
import { preview } from './preview.ts'
import type { Database } from '../kit/database.ts'
import { type Operation, roleLevels } from '../kit/operation.ts'
import type { Shown, Tool } from './catalogue.ts'
import { isObject, type Json } from './json.ts'
import { fenced, markOutside, newWord } from './outside.ts'
import { readerPaths } from './readers.ts'
import { refused } from './result.ts'
import { inRows } from './rows.ts'

export type OperationOf = (area: string, id: string) => Promise<Operation>

/** What a destructive tool would do, and to which object, if an operation can show it. */
export type Effect = { would: string; affects?: Json }

/** Whether the user is asked before a call: what destroys, and what its operation says, as it depends on the body. */
export const mustAsk = ({ annotations }: Tool, { operation: { asks }, body }: Call) =>
  annotations.destructiveHint || (asks !== undefined && (asks.when?.((body ?? {}) as Json) ?? true))

/**
 * Describes what a destructive tool would do. The call is checked like the real one, in one round trip, and changes
 * nothing.
 */
export async function describeEffect(
  tool: Tool,
  call: Call,
  operationOf: OperationOf,
  database: Database,
): Promise<Effect> {
  const isOfMany = call.operation.asks?.about === 'many'
  const { shown, query } = isOfMany ? { query: {} } : await readerOf(call.operation, operationOf)
  const text = await preview({ ...call, idempotencyKey: undefined }, shown, query, database)
  const answer: unknown = text === null ? undefined : JSON.parse(text)
  const would = `This would: ${lowerFirst(tool.description)}`
  if (isOfMany) return { would, affects: manyIn(answer as Json) }
  const object = answer === undefined ? undefined : objectIn(answer, call)
  const how = shown && tool.affects?.[shown.id]
  return { would, ...(object && how ? { affects: summaryOf(object, how) } : {}) }
}

/** Tells the model to ask the user and to call again. */
export function askModelToConfirm({ name }: Tool, { would, affects }: Effect): CallToolResult {
  const word = newWord()
  const answer = {
    error: {
      code: 'confirmation_required',
      message: `Nothing was changed. ${would}`,
      hint: `Ask the user. To go on, call ${name} again with the same arguments and confirm: true.`,
    },
    ...(affects ? { affects: fenced(affects, word) } : {}),
  }
  return refused(answer, word)
}

const lowerFirst = (text: string) => text.replace(/^./, (first) => first.toLowerCase())

/** The operation that shows the object of a write: the GET of its path, else the list that contains it. */
async function readerOf(
  operation: Operation,
  operationOf: OperationOf,
): Promise<{ shown?: Operation; query: object }> {
  const paths = readerPaths(operation)
  for (const path of paths) {
    const route = routes.find(
      ([kind, , , method, at]) => kind === 'operation' && method === 'GET' && at === path,
    )
    if (!route) continue
    const shown = await operationOf(route[1]!, route[2]!)
    if (!isReadable(shown, operation)) continue
    return { shown, query: path === paths.at(-1) && shown.query ? { limit: 200 } : {} }
  }
  return { query: {} }
}

/** How many a change of all that a filter finds is about, and the first ten. */
function manyIn({ results }: Json): Json {
  const found = results as Json[]
  const first = found.slice(0, 10).map(({ key }) => key)
  return { count: found.length, [found.length > 10 ? 'first_ten' : 'all']: first }
}

/** Everyone who may do the write must also be allowed to read what is shown. */
const isReadable = (shown: Operation, { role, or, not = [] }: Operation) =>
  rankOf(shown.role) <= (or ? roleLevels.member : rankOf(role)) &&
  (shown.not ?? []).every((kind) => not.includes(kind))
const rankOf = (role: Operation['role']) =>
  role in roleLevels ? roleLevels[role as keyof typeof roleLevels] : 0

/** The object itself, or the item of a list that the path names. */
function objectIn(answer: unknown, { operation, params }: Call): Json | undefined {
  const items = Array.isArray(answer) ? answer : (answer as { items?: unknown[] }).items
  if (!Array.isArray(items)) return answer as Json
  const wantedId = params[operation.params.at(-1)!]?.toLowerCase()
  return (items as Json[]).find((item) => item.id === wantedId || item.user_id === wantedId)
}

/** The object as lists show it, and how much depends on it, with the first names; nothing of what there is none. */
function summaryOf(object: Json, { row, outside }: Shown): Json {
  const marked = markOutside(object, outside) as Json
  const { shown } = inRows({ shown: marked }, { shown: row }) as { shown: Json }
  const counts = Object.entries(marked).flatMap(([key, value]): [string, unknown][] => {
    if (key in shown || key === 'permissions') return []
    if (Array.isArray(value)) return value.length ? [[key, namesOf(value)]] : []
    if (!/(?:^|_)counts?$|^usage|^children$/.test(key)) return []
    const some = isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([, n]) => n !== 0))
      : value
    return some === 0 || (isObject(some) && !Object.keys(some).length) ? [] : [[key, some]]
  })
  return { ...shown, ...Object.fromEntries(counts) }
}

const maxNames = 3
function namesOf(values: unknown[]): string {
  const names = values.slice(0, maxNames).flatMap((value) => {
    const { task, ...own } = (value ?? {}) as Json
    const { key, number, name, title, filename } = (isObject(task) ? task : own) as Record<string, unknown>
    const said = typeof value === 'string' ? value : (key ?? number ?? name ?? title ?? filename)
    return typeof said === 'string' ? [said] : []
  })
  const more = values.length > names.length ? ', …' : ''
  return names.length ? `${values.length}: ${names.join(', ')}${more}` : String(values.length)
}
