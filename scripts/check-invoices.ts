import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { ciiOf } from '../src/shared/invoice/cii.ts'
import { ublOf } from '../src/shared/invoice/ubl.ts'
import { cases } from '../test/papers/cases.ts'
import { toolbox } from './toolbox.ts'

/**
 * Checks the XML of every kind of invoice by the official rules of EN 16931, which no package contains: clone
 * https://github.com/ConnectingEurope/eInvoicing-EN16931 and pass its folder. Fails if a rule is broken; warnings count too.
 */
const [rules] = process.argv.slice(2)
if (!rules) {
  console.error('usage: npm run check:invoices -- <folder of eInvoicing-EN16931>')
  process.exit(2)
}
toolbox()
const load = createRequire(new URL('toolbox/package.json', import.meta.url))
type Transform = (options: object, how: 'sync') => { principalResult: string }
const { transform }: { transform: Transform } = load('saxon-js')

const folder = mkdtempSync(join(tmpdir(), 'invoices-'))
const syntaxes = { ubl: ['UBL', ublOf], cii: ['CII', ciiOf] } as const
let broken = 0
try {
  for (const [part, [name, write]] of Object.entries(syntaxes)) {
    const compiled = join(folder, `${part}.sef.json`)
    const stylesheet = join(rules, part, 'xslt', `EN16931-${name}-validation.xslt`)
    console.log(`compiling the rules of ${name}`)
    const compile = [load.resolve('xslt3'), `-xsl:${stylesheet}`, `-export:${compiled}`, '-nogo']
    const done = spawnSync(process.execPath, compile, { stdio: 'inherit' })
    if (done.status !== 0) process.exit(1)
    for (const [kind, invoice] of Object.entries(cases))
      broken += failuresOf(name, kind, write(invoice), compiled)
  }
} finally {
  rmSync(folder, { recursive: true })
}
console.log(broken ? `${broken} broken` : `all ${Object.keys(cases).length} kinds hold in UBL and CII`)
process.exitCode = broken ? 1 : 0

function failuresOf(name: string, kind: string, xml: string, compiled: string): number {
  const file = join(folder, 'invoice.xml')
  writeFileSync(file, xml)
  const options = { stylesheetFileName: compiled, sourceFileName: file, destination: 'serialized' }
  const { principalResult } = transform(options, 'sync')
  const fired = principalResult.split('<svrl:fired-rule').length - 1
  const failed = [
    ...principalResult.matchAll(/<svrl:failed-assert\b[^>]*\bid="([^"]*)"[\s\S]*?<svrl:text>([^<]*)/g),
  ]
  for (const [, id, says] of failed) console.log(`  ${name}, ${kind}: ${id}: ${says!.trim()}`)
  if (fired === 0) throw new Error(`${name}, ${kind}: no rule looked at it`)
  return failed.length
}
