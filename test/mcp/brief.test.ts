import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { briefed } from '../../scripts/contract/brief-tools.ts'
import type { Tool } from '../../scripts/contract/tools.ts'
import { listed } from '../../src/mcp/listed.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../openapi/${name}`, import.meta.url), 'utf8')) as unknown
const tools = [...(read('tools.json') as Tool[]), ...(read('platform-tools.json') as Tool[])]
type Schema = { description?: string; enum?: unknown; anyOf?: Schema[]; type?: string }
const propertiesOf = (tool: Tool) => tool.inputSchema.properties as Record<string, Schema>
const isDescribed = ({ description, enum: values, anyOf = [] }: Schema): boolean =>
  Boolean(description ?? values) || anyOf.some(isDescribed)

describe('the tools', () => {
  test('describe every argument or list its values, and have a title and all four hints', () => {
    const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']
    for (const tool of tools) {
      const sent = listed(tool, { structured: true, several: true })
      const undescribed = Object.entries(sent.inputSchema.properties as Record<string, Schema>)
        .filter(([, schema]) => !isDescribed(schema))
        .map(([key]) => key)
      expect([tool.name, undescribed]).toEqual([tool.name, []])
      expect([tool.name, sent.title]).toEqual([tool.name, expect.stringMatching(/^[A-Z]/)])
      expect([tool.name, Object.keys(sent.annotations)]).toEqual([tool.name, hints])
      for (const [key, schema] of Object.entries(propertiesOf(tool)))
        expect([`${tool.name}.${key}`, isDescribed(schema)]).toEqual([`${tool.name}.${key}`, true])
    }
  })

  test('are listed without what the instructions explain, and take it all the same', () => {
    const keysOf = (name: string, several: boolean) =>
      Object.keys(
        listed(
          tools.find((tool) => tool.name === name)!,
          { structured: false, several },
        ).inputSchema.properties as object,
      )
    expect(keysOf('get_invoice', false)).toEqual(['invoice_id'])
    expect(keysOf('get_invoice', true)).toEqual(['organization_id', 'invoice_id'])
    expect(keysOf('list_invoices', false)).toContain('offset')
    expect(keysOf('list_issues', false)).toEqual(expect.arrayContaining(['limit', 'offset']))
    const taken = tools.filter((tool) => 'version' in propertiesOf(tool))
    expect(taken.length).toBeGreaterThan(20)
    expect(keysOf('update_client', false)).not.toContain('version')
  })

  test('say how people call what an argument names', () => {
    const saidOf = (tool: string, key: string) =>
      propertiesOf(tools.find(({ name }) => name === tool)!)[key]!.description
    expect(saidOf('get_invoice', 'invoice_id')).toBe('Number')
    expect(saidOf('get_client', 'client_id')).toBe('Name')
    expect(saidOf('delete_project', 'project_id')).toBe('Key')
    expect(saidOf('delete_attachment', 'attachment_id')).toBe('Id')
  })

  test('refer for their arguments only to tools that have them in full', () => {
    const references = tools.flatMap((tool) =>
      Object.entries(propertiesOf(tool)).flatMap(([key, { description }]) => {
        const [, of = key, name] = /\bas (?:(\w+) )?in (\w+)$/.exec(description ?? '') ?? []
        return name ? [{ key: of, model: tools.find((one) => one.name === name) }] : []
      }),
    )
    expect(references.length).toBeGreaterThan(5)
    for (const { key, model } of references) {
      const described = propertiesOf(model!)[key]
      expect([model!.name, key, JSON.stringify(described).length > 160]).toEqual([model!.name, key, true])
      expect(described!.description ?? '').not.toMatch(/\bas (?:\w+ )?in \w+$/)
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

  test('leaves to the instructions that null clears, except where null has its own meaning', () => {
    const created = briefOf(
      tool('update_thing', { a: nullable('One'), b: nullable('Two'), c: nullable('null for none') }),
    )
    expect(created.description).toBe('Does it')
    expect(propertiesOf(created)).toEqual({
      a: { type: 'string', description: 'One' },
      b: { type: 'string', description: 'Two' },
      c: nullable('null for none'),
    })
  })

  test('keeps what an update describes differently from the creation, and the beginning of the rest', () => {
    const text = (description: string) => ({ type: 'string', description })
    const created = briefOf(
      tool('create_thing', { colour: text('As #rrggbb, such as #ff0000'), state: text('open unless sent') }),
      tool('update_thing', {
        thing_id: text('The thing'),
        colour: text('As #rrggbb, such as #ff0000'),
        state: text('Not closed'),
      }),
    )
    expect(created.description).toBe('Does it')
    expect(propertiesOf(created)).toEqual({
      thing_id: text('Id'),
      colour: text('As #rrggbb'),
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
