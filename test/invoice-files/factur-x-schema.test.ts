import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { isToolboxInstalled, toolboxPackage } from '../../scripts/toolbox.ts'
import { ciiOf } from '../../src/shared/invoice/cii.ts'
import { cases } from './cases.ts'

const folder = `${toolboxPackage('@stackforge-eu/factur-x')}schema/en16931/`
const schemas = (existsSync(folder) ? readdirSync(folder) : []).map((fileName) => ({
  fileName,
  contents: readFileSync(folder + fileName, 'utf8'),
}))

async function errorsOf(contents: string): Promise<string[]> {
  const main = schemas.find(({ fileName }) => fileName === 'FACTUR-X_EN16931.xsd')!
  const { errors } = await validateXML({
    xml: [{ fileName: 'invoice.xml', contents }],
    schema: [main.contents],
    preload: schemas.filter((schema) => schema !== main),
  })
  return errors.map(({ message }) => message)
}

describe.skipIf(!isToolboxInstalled())('the schema of Factur-X', () => {
  test.each(Object.keys(cases))('accepts %s', async (name) => {
    expect(await errorsOf(ciiOf(cases[name]!))).toEqual([])
  })

  test('rejects what is not an invoice', async () => {
    const spoiled = ciiOf(cases['an ordinary invoice']!).replace('<ram:ID>F-2026-0042</ram:ID>', '')
    expect(await errorsOf(spoiled)).toHaveLength(1)
  })
})
