import type { Places } from '../../src/mcp/outside.ts'

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  'x-outside'?: true | string
}

/** Where an answer has texts that strangers may have written: fields with `x-outside`, see src/mcp/outside.ts. */
export function outsideOf(answer: unknown): Places {
  const schema = (answer ?? {}) as Schema
  return schema.items && !schema.properties
    ? outsideOf({ properties: { items: schema } })
    : Object.fromEntries(placesIn(schema, ''))
}

function placesIn(schema: Schema, at: string): [string, true | string][] {
  const { properties = {}, items, 'x-outside': when, anyOf = [], oneOf = [], allOf = [] } = schema
  if (when && at) return [[at, when]]
  return [
    ...[...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])].flatMap((one) => placesIn(one, at)),
    ...Object.entries(properties).flatMap(([name, one]) => placesIn(one, at ? `${at}.${name}` : name)),
  ]
}
