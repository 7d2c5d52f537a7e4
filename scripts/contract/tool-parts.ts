import type { Operation, ToolPart } from '../../src/kit/operation.ts'
import type { Part } from '../../src/mcp/parts.ts'
import type { Rows } from '../../src/mcp/rows.ts'
import type { Tool } from './tools.ts'

type Json = { [key: string]: unknown }

/** The tool with an argument that has another operation do a part of the job. */
export function withPart(tool: Tool, of: Tool, part: ToolPart, { params }: Operation, isSame: boolean): Tool {
  const { argument, is, order, given } = part
  const { confirm, ...known } = tool.inputSchema.properties as Record<string, Json>
  if (argument in known && !tool.parts?.some((one) => one.argument === argument))
    throw new Error(`${tool.name} has an argument ${argument} already`)
  const own = ownOf(of, part, params)
  const schema = is === undefined ? objectOf(of, own) : valueOf(is, known[argument])
  const description = part.says ?? of.description
  const described = 'enum' in schema ? schema : { description, ...schema }
  const slots = Object.entries(is === undefined ? (of.slots ?? {}) : {}).flatMap(([slot, kind]) =>
    own.has(slot.split('.')[0]!) ? [[`${argument}.${slot}`, kind] as const] : [],
  )
  const step: Part = {
    argument,
    ...(is === undefined ? {} : { is }),
    ...(order ? { order } : {}),
    ...(given ? { given } : {}),
    area: of.area,
    operation: of.operation,
    query: of.query,
    ...(order === 'instead' && !isSame ? { rows: of.rows ?? {}, outside: of.outside ?? {} } : {}),
    ...(isSame ? { same: isSame } : {}),
  }
  const asks = confirm ?? (of.inputSchema.properties as Json).confirm
  const openWorldHint = tool.annotations.openWorldHint || of.annotations.openWorldHint
  return {
    ...tool,
    ...(slots.length ? { slots: { ...tool.slots, ...Object.fromEntries(slots) } } : {}),
    ...(isSame || order === 'instead' ? {} : shown(tool, of, argument)),
    ...(asks ? { affects: { ...of.affects, ...tool.affects } } : {}),
    parts: [...(tool.parts ?? []), step],
    inputSchema: {
      ...tool.inputSchema,
      properties: { ...known, [argument]: described, ...(asks ? { confirm: asks } : {}) },
    },
    annotations: { ...tool.annotations, openWorldHint },
  }
}

/** How its answer is shown beside that of the tool, under the name of the argument. */
function shown({ rows = {}, outside = {} }: Tool, of: Tool, argument: string) {
  const below = <T>(places: Record<string, T> = {}) =>
    Object.fromEntries(
      Object.entries(places).map(([path, one]) => [path ? `${argument}.${path}` : argument, one]),
    )
  const own: Rows = rows[''] ? { '': `${rows['']} ${argument}` } : {}
  return {
    rows: { ...rows, ...own, ...below(of.rows) },
    outside: { ...outside, ...below(of.outside) },
  }
}

/** The arguments of the operation that neither its path nor the tool has. */
function ownOf({ inputSchema }: Tool, { given = {}, takes }: ToolPart, params: string[]) {
  const elsewhere = new Set([...Object.keys(given), ...params, 'organization_id', 'confirm'])
  const all = Object.entries(inputSchema.properties as Json)
  return new Map(all.filter(([key]) => !elsewhere.has(key) && (!takes || takes.includes(key))))
}

function objectOf({ inputSchema }: Tool, own: Map<string, unknown>): Json {
  const required = ((inputSchema.required ?? []) as string[]).filter((key) => own.has(key))
  return {
    type: 'object',
    ...(required.length ? { required } : {}),
    properties: Object.fromEntries(own),
  }
}

const valueOf = (is: string | boolean, known?: Json): Json =>
  typeof is === 'boolean'
    ? { type: 'boolean' }
    : { type: 'string', enum: [...((known?.enum ?? []) as unknown[]), is] }

/** The tool with the arguments of the other operation that it calls if one argument is absent. */
export function withOther(tool: Tool, other: Tool, { area, id, insteadOf }: Operation): Tool {
  const without = insteadOf![1]
  const { properties, required = [] } = tool.inputSchema as { properties: Json; required?: string[] }
  const needed = required.filter((key) => key !== without)
  const slots = { ...other.slots, ...tool.slots }
  return {
    ...tool,
    description: `${tool.description}. Without ${without}: ${lowerFirst(other.description)}`,
    ...(Object.keys(slots).length ? { slots } : {}),
    instead: {
      without,
      area,
      operation: id,
      query: other.query,
      rows: other.rows ?? {},
      outside: other.outside ?? {},
    },
    inputSchema: {
      type: 'object',
      properties: { ...properties, ...(other.inputSchema.properties as Json), ...properties },
      ...(needed.length ? { required: needed } : {}),
    },
  }
}
const lowerFirst = (text: string) => text.replace(/^./, (first) => first.toLowerCase())
