import type { CallToolResult } from '@modelcontextprotocol/server'
import { invalid } from '../kit/errors.ts'
import type { Arguments } from './call.ts'
import type { Catalogue, Listed, Tool } from './catalogue.ts'
import { asMeant } from './coerce.ts'
import { finished } from './result.ts'
import { searchTools } from './search.ts'

/**
 * The tools of `?tools=lean`, for assistants that cannot afford the list of all tools: four that find, describe and call
 * them.
 */
const name = { type: 'string', description: 'The name of a tool' }
const input = {
  type: 'object',
  properties: { name, arguments: { type: 'object', description: 'As describe_tool shows' } },
  required: ['name'],
  additionalProperties: false,
}
const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
export const metaTools: Listed[] = [
  {
    name: 'search_tools',
    title: 'Search tools',
    description:
      'Find tools by what they are for, such as "burndown" or "log time". Answers names and what each does',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'A few words' } },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: hints,
  },
  {
    name: 'describe_tool',
    title: 'Describe tool',
    description: 'Show what a tool does and which arguments it takes',
    inputSchema: { type: 'object', properties: { name }, required: ['name'], additionalProperties: false },
    annotations: hints,
  },
  {
    name: 'call_read_tool',
    title: 'Call a tool that reads',
    description: 'Call a tool that changes nothing. Begin with get_context',
    inputSchema: input,
    annotations: { ...hints, openWorldHint: true },
  },
  {
    name: 'call_write_tool',
    title: 'Call a tool that writes',
    description:
      'Call a tool that changes something; what destroys asks for confirm: true among its arguments',
    inputSchema: input,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
]

/** Answers `search_tools` and `describe_tool`; for the other two returns the tool to call and its arguments. */
export function metaCall(
  called: string,
  given: Arguments,
  { byName }: Catalogue,
): CallToolResult | { tool: Tool; given: Arguments } {
  const how = { full: true, write: false }
  if (called === 'search_tools')
    return finished(
      JSON.stringify({
        items: searchTools(textOf(given.query), byName).map(({ name: found, description, annotations }) => ({
          name: found,
          description,
          writes: !annotations.readOnlyHint,
        })),
      }),
      how,
    )
  const tool = byName.get(textOf(given.name))
  if (!tool)
    throw invalid(`body.name: no tool is called ${JSON.stringify(given.name ?? '')}; search_tools finds them`)
  const { name: toolName, description, inputSchema, annotations } = tool
  if (called === 'describe_tool')
    return finished(
      JSON.stringify({ name: toolName, description, inputSchema, writes: !annotations.readOnlyHint }),
      how,
    )
  const reads = called === 'call_read_tool'
  if (reads !== annotations.readOnlyHint)
    throw invalid(
      `body.name: ${toolName} ${reads ? 'writes; use call_write_tool' : 'reads; use call_read_tool'}`,
    )
  const innerArguments = asMeant({ type: 'object' }, given.arguments ?? {})
  if (typeof innerArguments !== 'object' || Array.isArray(innerArguments))
    throw invalid('body.arguments: must be an object')
  return { tool, given: innerArguments as Arguments }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
