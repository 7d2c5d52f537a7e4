import { listed } from '../../src/mcp/listed.ts'
import type { Tool } from './tools.ts'

type Json = { [key: string]: unknown }

/** What a client or its linter would reject about a tool, as sentences. */
export function toolProblems(tool: Tool): string[] {
  const { name, title, description, annotations, inputSchema, outputSchema } = tool
  const say = (wrong: unknown, sentence: string) => (wrong ? [`${name}: ${sentence}`] : [])
  const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const
  return [
    // Clients put their name for the server before it, and some take 64 characters in all.
    ...say(!/^[a-z][a-z0-9_]{0,44}$/.test(name), 'the name is not 1 to 45 of a-z, 0-9 and _'),
    ...say(!tool.operation || !tool.area, 'has no operation'),
    ...say(!title, 'has no title'),
    ...say(!description || description.length > 1024, 'the description is not 1 to 1024 characters'),
    ...say(description?.includes('\n'), 'the description is more than one line'),
    ...hints.flatMap((hint) => say(typeof annotations?.[hint] !== 'boolean', `${hint} is not stated`)),
    ...schemaProblems(inputSchema).flatMap((sentence) => say(true, `input: ${sentence}`)),
    ...(outputSchema
      ? schemaProblems(outputSchema).flatMap((sentence) => say(true, `output: ${sentence}`))
      : []),
    ...say(
      ((inputSchema.required ?? []) as string[]).some((key) => !(key in (inputSchema.properties as Json))),
      'requires an argument that it does not describe',
    ),
    ...say(
      /\b(?:get|list|create|update|delete|query)[A-Z]\w+/.test(JSON.stringify([description, inputSchema])),
      'names an operation, where readers know tools only',
    ),
    ...undescribed(inputSchema.properties as Json).flatMap((key) =>
      say(true, `${key} is neither described nor an enum`),
    ),
    ...say(
      annotations?.destructiveHint && !('confirm' in (inputSchema.properties as Json)),
      'is destructive without confirm',
    ),
  ]
}

/** The arguments about which a model learns nothing but the type. */
const undescribed = (properties: Json) =>
  Object.entries(properties).flatMap(([key, schema]) => {
    const {
      description,
      enum: values,
      anyOf = [],
    } = schema as { description?: string; enum?: unknown; anyOf?: Json[] }
    return description || values || anyOf.some((one) => one.enum) ? [] : [key]
  })

function schemaProblems(root: Json): string[] {
  const union = ['anyOf', 'oneOf', 'allOf', 'not'].find((key) => key in root)
  return [
    ...(root.type === 'object' ? [] : ['the root is no object']),
    ...(union ? [`the root is a union (${union})`] : []),
    ...inside(root),
  ]
}

function inside(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(inside)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === '$ref' || key === '$schema' ? [`holds ${key}`] : []),
    ...(key === 'format' && typeof value === 'string' ? [`holds the format ${value}`] : []),
    ...(key === 'enum' && Array.isArray(value) && value.some((one) => typeof one !== 'string')
      ? ['lists values that are no texts']
      : []),
    ...(key === 'additionalProperties' ? ['holds additionalProperties'] : []),
    ...(key === 'type' && Array.isArray(value) ? ['lists several types at once'] : []),
    ...(key === 'pattern' && typeof value === 'string' && value.length > 60
      ? ['holds a pattern over 60 characters']
      : []),
    ...inside(value),
  ])
}

/** The estimated cost of a tool list for a model: a token for every four bytes of its JSON. */
export const tokensOf = (tools: Tool[]): number =>
  Math.ceil(
    Buffer.byteLength(
      JSON.stringify(tools.map((tool) => listed(tool, { structured: false, several: false }))),
    ) / 4,
  )
