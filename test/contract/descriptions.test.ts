import { expect, test } from 'vitest'
import { publish } from '../../scripts/contract/publish.ts'

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
