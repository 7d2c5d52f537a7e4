import { hashOf } from '../base/tokens.ts'
import type { Call } from '../kit/call.ts'
import { invalid, Refusal } from '../kit/errors.ts'
import type { Operation } from '../kit/operation.ts'
import { type Arguments, callOf, type Requester } from './call.ts'
import type { Tool } from './catalogue.ts'
import type { OperationOf } from './confirm.ts'
import { isObject, type Json } from './json.ts'
import type { Places } from './outside.ts'
import type { Rows } from './rows.ts'

/** An operation that a tool calls if one of its arguments is given: the argument `is` this, or holds what it takes. */
export type Part = {
  argument: string
  is?: string | boolean
  /** It replaces the operation of the tool, or follows it, also where that was done before. */
  order?: 'instead' | 'resumes'
  /** What it is given besides: `{client_id}` is an argument of the tool, `{id}` that of what was created. */
  given?: Record<string, string>
  area: string
  operation: string
  query: string[]
  /** How its answer is shown where it replaces that of the tool and is another. */
  rows?: Rows
  outside?: Places
  /** It answers the same object as the operation of the tool. */
  same?: true
}
/** One of the operations that a call of a tool consists of; `part` is missing for the own one of the tool. */
type Step = { part?: Part; call: (done: Json) => Call }

const isConflict = (error: unknown) => error instanceof Refusal && error.status === 409

/** The arguments of the operation of a tool itself, and the parts that the others ask for. */
function split({ parts = [] }: Tool, given: Arguments) {
  const own = { ...given }
  const asked = [...Map.groupBy(parts, (part) => part.argument)].flatMap(([argument, all]) => {
    const value = own[argument]
    delete own[argument]
    if (value === undefined || value === null) return []
    const part = all.find(({ is }) => (is === undefined ? isObject(value) : is === value))
    if (part) return [{ part, value: isObject(value) ? value : {} }]
    if (typeof value === 'boolean' && typeof all[0]!.is === 'boolean') return []
    const values = all.map(({ is }) => (typeof is === 'boolean' ? 'true or false' : (is ?? 'an object')))
    throw invalid(`body.${argument}: must be ${values.join(' or ')}`)
  })
  return { own, asked }
}

/** The operations that the arguments ask for, in their order. A change without anything to change is left out. */
export async function stepsOf(
  tool: Tool,
  operation: Operation,
  given: Arguments,
  requester: Requester & { operationOf: OperationOf },
): Promise<Step[]> {
  const { own, asked } = split(tool, given)
  const besides = new Set([...operation.params, 'organization_id', 'version', 'confirm'])
  const changes = operation.method !== 'PATCH' || Object.keys(own).some((key) => !besides.has(key))
  const first = asked.some(({ part }) => part.order === 'instead') || (asked.length > 0 && !changes)
  const steps = await Promise.all(
    asked.map(async ({ part, value }): Promise<Step> => {
      const of = await requester.operationOf(part.area, part.operation)
      return { part, call: (done) => callOfPart(tool, part, of, { own, value, done }, requester) }
    }),
  )
  return [...(first ? [] : [{ call: () => callOf(tool, operation, own, requester) }]), ...steps]
}

function callOfPart(
  tool: Tool,
  part: Part,
  operation: Operation,
  { own, value, done }: Record<'own' | 'value' | 'done', Arguments>,
  requester: Requester,
): Call {
  const { query, given = {} } = part
  const known: Arguments = { ...own, id: done.id }
  const filled = Object.entries(given).map(([name, from]) => [
    name,
    /^\{\w+\}$/.test(from) ? known[from.slice(1, -1)] : from,
  ])
  const inPath = ['organization_id', ...operation.params].flatMap((name) =>
    name in own ? [[name, own[name]]] : [],
  )
  const rest = part.order === 'instead' ? own : {}
  const used = new Set([...Object.values(given).map((from) => from.slice(1, -1)), 'confirm'])
  const others = Object.entries(rest).filter(([name]) => !used.has(name))
  const all = Object.fromEntries([...others, ...inPath, ...filled, ...Object.entries(value)]) as Arguments
  const alone = { ...tool, query, inputSchema: { type: 'object', properties: {} } }
  // A repeated request repeats each of its operations under a key of its own.
  const key = requester.idempotencyKey
  const idempotencyKey = key && hashOf(`${key} ${part.argument}`)
  return callOf(alone, operation, all, { ...requester, idempotencyKey })
}

/** The first step that is not done already, as `attempt` finds: what follows may be asked for again. */
export async function firstOpen<T>(steps: Step[], attempt: (call: Call) => Promise<T>): Promise<T> {
  const [first, next] = steps
  try {
    return await attempt(first!.call({}))
  } catch (error) {
    if (!isConflict(error) || next?.part?.order !== 'resumes') throw error
    return attempt(next.call({})).catch((other: unknown) => {
      throw isConflict(other) ? error : other
    })
  }
}

/** What was answered in all, and which argument failed after the rest was done. */
export type Outcome = { text: string | null; failure?: { argument: string; error: unknown } }

/** Calls one after the other. What is done stays done if a later one fails. */
export async function runSteps(
  steps: Step[],
  perform: (call: Call) => Promise<string | null>,
): Promise<Outcome> {
  const [first] = steps
  if (steps.length === 1 && !first!.part) return { text: await perform(first!.call({})) }
  let answer: Json | undefined
  let refused: unknown
  for (const { part, call } of steps) {
    try {
      const value = JSON.parse((await perform(call(answer ?? {}))) ?? '{"done":true}') as Json
      const isWhole = !part || part.same || part.order === 'instead'
      answer = isWhole ? value : { ...answer, [part.argument]: value }
    } catch (error) {
      if (answer && part) return { text: JSON.stringify(answer), failure: { argument: part.argument, error } }
      if (!isConflict(error) || steps[1]?.part?.order !== 'resumes') throw error
      if (part) throw refused
      refused = error
    }
  }
  return { text: JSON.stringify(answer) }
}
