import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { ciiOf } from '../src/shared/invoice/cii.ts'
import type { InvoiceDocument } from '../src/shared/invoice/document.ts'
import { ublOf } from '../src/shared/invoice/ubl.ts'
import { cases, inProfile } from '../test/invoice-files/cases.ts'
import { toolbox } from './toolbox.ts'

/**
 * Checks the XML of every kind of invoice by the official rules of EN 16931, XRechnung and Peppol BIS, which no package
 * contains: clone these into one folder, and pass it. Fails if a rule is broken; warnings count, too.
 */
const clones = {
  'eInvoicing-EN16931': 'https://github.com/ConnectingEurope/eInvoicing-EN16931',
  'xrechnung-schematron': 'https://github.com/itplr-kosit/xrechnung-schematron',
  'peppol-bis-invoice-3': 'https://github.com/OpenPEPPOL/peppol-bis-invoice-3',
  schxslt: 'https://github.com/schxslt/schxslt',
}
const [rules] = process.argv.slice(2)
if (!rules) {
  console.error('usage: npm run check:invoices -- <folder>, with a clone of each of these in it:')
  for (const url of Object.values(clones)) console.error(`  ${url}`)
  process.exit(2)
}
toolbox()
const load = createRequire(new URL('toolbox/package.json', import.meta.url))
type Transform = (options: object, how: 'sync') => { principalResult: string }
const { transform }: { transform: Transform } = load('saxon-js')
const folder = mkdtempSync(join(tmpdir(), 'invoices-'))

type Profile = InvoiceDocument['profile']
type Syntax = 'UBL' | 'CII'
/**
 * The stylesheet of a set of rules, those written in Schematron translated; and rules deep in the document that an invoice
 * without a profile breaks, as the translation is worth nothing if they do not fire.
 */
const sets: { name: string; of: (syntax: Syntax) => string; profiles: Profile[]; finds?: string[] }[] = [
  {
    name: 'EN 16931',
    of: (syntax) =>
      join(rules, `eInvoicing-EN16931/${syntax.toLowerCase()}/xslt/EN16931-${syntax}-validation.xslt`),
    profiles: ['en16931', 'xrechnung', 'peppol'],
  },
  {
    name: 'XRechnung',
    of: (syntax) =>
      translated(
        `xrechnung-schematron/src/validation/schematron/${syntax.toLowerCase()}/XRechnung-${syntax}-validation.sch`,
      ),
    profiles: ['xrechnung'],
    finds: ['BR-DE-5', 'BR-DE-15', 'BR-DE-21'],
  },
  {
    name: 'Peppol BIS',
    of: (syntax) => translated(`peppol-bis-invoice-3/rules/sch/PEPPOL-EN16931-${syntax}.sch`),
    profiles: ['peppol'],
    finds: ['PEPPOL-EN16931-R001', 'PEPPOL-EN16931-R003', 'PEPPOL-EN16931-CL008'],
  },
]
const writers = { UBL: ublOf, CII: ciiOf }

let broken = 0
try {
  for (const syntax of ['UBL', 'CII'] as const)
    for (const { name, of, profiles, finds = [] } of sets) {
      console.log(`compiling the rules of ${name} for ${syntax}`)
      const compiled = compile(of(syntax))
      const found = new Map(brokenIn(writers[syntax](cases['an ordinary invoice']!), compiled))
      const missed = finds.filter((id) => !found.has(id))
      if (missed.length > 0)
        throw new Error(`${name}, ${syntax}: these rules do not fire: ${missed.join(', ')}`)
      for (const profile of profiles)
        for (const [kind, invoice] of Object.entries(cases)) {
          const document = profile === 'en16931' ? invoice : inProfile(invoice, profile)
          const failed = brokenIn(writers[syntax](document), compiled)
          for (const [id, says] of failed)
            console.log(`  ${name}, ${syntax}, ${profile}, ${kind}: ${id}: ${says}`)
          broken += failed.length
        }
    }
} finally {
  rmSync(folder, { recursive: true })
}
console.log(
  broken
    ? `${broken} broken`
    : `all ${Object.keys(cases).length} kinds hold in UBL and CII, and in each profile`,
)
process.exitCode = broken ? 1 : 0

function xslt(...options: string[]): void {
  const done = spawnSync(process.execPath, [load.resolve('xslt3'), ...options], { stdio: 'inherit' })
  if (done.status !== 0) process.exit(1)
}

function compile(stylesheet: string): string {
  const compiled = join(folder, 'rules.sef.json')
  xslt(`-xsl:${stylesheet}`, `-export:${compiled}`, '-nogo')
  return compiled
}

/** A Schematron file as a stylesheet, with what Saxon-JS demands: the prefix `xs`, and decimals for numbers over 2 ** 53. */
function translated(path: string): string {
  const source = join(rules!, path)
  const schema = readFileSync(source, 'utf8')
  const declared = '<ns prefix="xs" uri="http://www.w3.org/2001/XMLSchema"/>'
  const whole = `${source}.whole`
  const stylesheet = join(folder, 'rules.xsl')
  writeFileSync(
    whole,
    (schema.includes('prefix="xs"') ? schema : schema.replace('<ns ', `${declared}<ns `)).replaceAll(
      'xs:integer(string-join(',
      'xs:decimal(string-join(',
    ),
  )
  try {
    xslt(
      `-xsl:${join(rules!, 'schxslt/core/src/main/resources/xslt/2.0/pipeline-for-svrl.xsl')}`,
      `-s:${whole}`,
      `-o:${stylesheet}`,
    )
  } finally {
    rmSync(whole)
  }
  return stylesheet
}

function brokenIn(xml: string, compiled: string): [id: string, says: string][] {
  const file = join(folder, 'invoice.xml')
  writeFileSync(file, xml)
  const options = { stylesheetFileName: compiled, sourceFileName: file, destination: 'serialized' }
  const { principalResult } = transform(options, 'sync')
  if (!principalResult.includes('<svrl:fired-rule')) throw new Error('no rule looked at an invoice')
  return [
    ...principalResult.matchAll(/<svrl:failed-assert\b[^>]*\bid="([^"]*)"[\s\S]*?<svrl:text>([^<]*)/g),
  ].map(([, id, says]) => [id!, says!.trim().slice(0, 300)])
}
