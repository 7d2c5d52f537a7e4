import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { briefed, explained } from '../../scripts/contract/brief-tools.ts'
import type { Tool } from '../../scripts/contract/tools.ts'
import { listed } from '../../src/mcp/listed.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../openapi/${name}`, import.meta.url), 'utf8')) as unknown
const tools = read('tools.json') as Tool[]
type Schema = { description?: string; enum?: unknown; anyOf?: Schema[]; type?: string }
const mostUndescribed = 630
const propertiesOf = (tool: Tool) => tool.inputSchema.properties as Record<string, Schema>
const isDescribed = ({ description, enum: values, anyOf = [] }: Schema): boolean =>
  Boolean(description ?? values) || anyOf.some(isDescribed)

describe('the tools beyond the core', () => {
  test('describe each argument whose name does not explain it, or name the tool that does', () => {
    const undescribed = tools.flatMap((tool) => {
      const model = tools.find(({ name }) => name === /Arguments as in (\w+)$/.exec(tool.description)?.[1])
      return Object.entries(propertiesOf(tool)).flatMap(([key, schema]) => {
        const described = isDescribed(schema) || (model && isDescribed(propertiesOf(model)[key] ?? {}))
        const plain = explained.has(key) || ['name', 'title', 'email', 'archived'].includes(key)
        const short = tool.profile !== 'core' && (plain || key.endsWith('_id'))
        return described || short ? [] : [`${tool.name}.${key}`]
      })
    })
    expect(undescribed).toEqual([])
    expect(explained.size).toBeLessThan(10)
  })

  test('describe more and more of their arguments, or list their values', () => {
    const undescribed = tools.flatMap((tool) =>
      Object.entries(propertiesOf(tool)).flatMap(([key, schema]) =>
        isDescribed(schema) ? [] : [`${tool.name}.${key}`],
      ),
    )
    // This number may only fall: what is left is what its name, the tool that creates it or the instructions explain.
    expect(undescribed.length).toBeLessThanOrEqual(mostUndescribed)
  })

  test('refer for their arguments only to tools that have them in full', () => {
    const references = tools.flatMap((tool) =>
      Object.entries(propertiesOf(tool)).flatMap(([key, { description }]) => {
        const name = /\bas in (\w+)$/.exec(description ?? '')?.[1]
        return name ? [{ key, model: tools.find((one) => one.name === name) }] : []
      }),
    )
    expect(references.length).toBeGreaterThan(5)
    for (const { key, model } of references) {
      const described = propertiesOf(model!)[key]
      expect([model!.name, key, JSON.stringify(described).length > 160]).toEqual([model!.name, key, true])
      expect(described!.description).not.toMatch(/\bas in \w+$/)
    }
  })
})

test('a word that names several kinds names the one of its tool', () => {
  const slotOf = (tool: string, slot: string) => tools.find(({ name }) => name === tool)!.slots?.[slot]
  for (const name of ['get_lead', 'convert_lead', 'list_crm_activities', 'create_crm_activity'])
    expect([name, slotOf(name, 'lead_id')]).toEqual([name, 'lead'])
  expect(slotOf('list_projects', 'lead_id')).toBe('member')
  expect(slotOf('create_invoice', 'lines.milestone_id')).toBe('contract_milestone')
  expect(slotOf('update_issue', 'milestone_id')).toBe('milestone')
})

describe('shortening tools', () => {
  const tool = (name: string, properties: object, description = 'Does it'): Tool => ({
    ...tools.find(({ profile }) => profile === 'full')!,
    name,
    description,
    area: 'things',
    inputSchema: { type: 'object', properties, required: ['thing_id'] },
  })
  const nullable = (description: string) => ({ anyOf: [{ type: 'string' }, { type: 'null' }], description })
  const briefOf = (...all: Tool[]) => briefed(all).at(-1)!

  test('says once that null clears, except where null has its own meaning', () => {
    const created = briefOf(
      tool('update_thing', { a: nullable('One'), b: nullable('Two'), c: nullable('null for none') }),
    )
    expect(created.description).toBe('Does it. null clears a field')
    expect(propertiesOf(created)).toEqual({
      a: { type: 'string', description: 'One' },
      b: { type: 'string', description: 'Two' },
      c: nullable('null for none'),
    })
  })

  test('keeps what an update describes differently from the creation, and refers to it for the rest', () => {
    const text = (description: string) => ({ type: 'string', description })
    const created = briefOf(
      tool('create_thing', { colour: text('As #rrggbb'), state: text('open unless sent') }),
      tool('update_thing', {
        thing_id: text('The thing'),
        colour: text('As #rrggbb'),
        state: text('Not closed'),
      }),
    )
    expect(created.description).toBe('Does it. Arguments as in create_thing')
    expect(propertiesOf(created)).toEqual({
      thing_id: { type: 'string' },
      colour: { type: 'string' },
      state: text('Not closed'),
    })
  })

  test('does not change values that may be text, or the tools of the core', () => {
    const either = { anyOf: [{ type: 'string' }, { type: 'number' }] }
    const properties = {
      price: { ...either, description: 'In major units' },
      values: { type: 'object', additionalProperties: either, description: 'By key' },
    }
    expect(propertiesOf(briefOf(tool('create_thing', properties)))).toEqual({
      price: { type: 'number', description: 'In major units' },
      values: properties.values,
    })
    const core = { ...tool('create_thing', properties), profile: 'core' as const }
    expect(briefOf(core)).toEqual(core)
  })
})

test('hints that are left out are those that clients assume by the protocol', () => {
  const assumed = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }
  for (const tool of tools) {
    const { annotations } = tool
    const understood = { ...assumed, ...listed(tool, false).annotations }
    expect([tool.name, understood]).toEqual([
      tool.name,
      // For a tool that reads, the protocol gives the other two no meaning.
      annotations.readOnlyHint
        ? { ...annotations, destructiveHint: true, idempotentHint: false }
        : annotations,
    ])
  }
})
