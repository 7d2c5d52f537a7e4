import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { publish } from '../../scripts/contract/publish.ts'
import { groups } from '../../scripts/contract/tag-texts.ts'

const contractWith = (name: object) => ({
  info: {},
  tags: [],
  paths: {},
  components: { schemas: { Thing: { type: 'object', properties: { name } } } },
})

test('a property is described where it is declared, or the contract is not written', () => {
  expect(() => publish(contractWith({ type: 'string' }), [])).toThrow('name (Thing)')
  const { components } = publish(contractWith({ type: 'string', description: 'What it is called' }), [])
  expect(components.schemas.Thing.properties.name).toEqual({
    type: 'string',
    description: 'What it is called',
  })
})

test('the table of contents of the reference has the tags of the contract, each once, and no others', () => {
  const { tags } = JSON.parse(readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8'))
  const listed = Object.values(groups).flatMap((group) => Object.keys(group))
  expect(listed.toSorted()).toEqual(tags.map(({ name }: { name: string }) => name).toSorted())
})

test('what schemas have for tools alone is not in the contract', () => {
  const text = readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8')
  const tools = readFileSync(new URL('../../openapi/tools.json', import.meta.url), 'utf8')
  expect(`${text}${tools}`).not.toMatch(/x-brief|x-names/)
  expect(tools).toContain('Member or me')
})

test('a named schema that may be null in some places takes null in these alone', () => {
  const { components, paths } = JSON.parse(
    readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8'),
  )
  const { ClockEvent, WorkingHoursRecord, WorkingHoursDraft } = components.schemas
  const ref = { $ref: '#/components/schemas/ClockEvent' }
  expect(ClockEvent).toEqual({ type: 'string', enum: ['clock_in', 'break_start', 'break_end', 'clock_out'] })
  expect(WorkingHoursDraft.properties.event).toMatchObject(ref)
  expect(WorkingHoursRecord.properties.of_event.anyOf).toEqual([ref, { type: 'null' }])
  expect(JSON.stringify(paths)).not.toContain('"oneOf":[{"$ref"')
})
