import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isToolboxInstalled } from '../../scripts/toolbox.ts'
import type { Server } from '../kit/serve.ts'
import { fixture } from './fixture.ts'
import { run, startServer } from './external-programs.ts'

type Expected = Record<string, Record<string, Record<string, string>>>
/** Required scenarios of a revision that fail, each with its reason. This file only shrinks. */
const expected = JSON.parse(
  readFileSync(new URL('./conformance-expected.json', import.meta.url), 'utf8'),
) as Expected

describe.skipIf(!isToolboxInstalled()).each(['service', 'fixture'])(
  'the conformance suite on the %s',
  (entry) => {
    let server: Server
    beforeAll(async () => {
      server = await startServer(entry === 'fixture' ? fixture : undefined)
    })
    afterAll(() => server.stop())

    test.each(['2025-11-25', '2026-07-28'])('%s: what fails is known and has a reason', async (revision) => {
      const { out } = await run('@modelcontextprotocol/conformance', 'dist/index.js', [
        'server',
        '--url',
        `${server.url}/mcp`,
        '--requirements',
        revision,
      ])
      const [scenarios = '', unscored = ''] = (out.split('=== SUMMARY ===')[1] ?? '').split('Not scored')
      const optional = new Set([...unscored.matchAll(/^ +[✓✗] (\S+) /gm)].map(([, name]) => name))
      const scored = [...scenarios.matchAll(/^([✓✗]) (\S+): (\d+) passed, (\d+) failed/gm)].filter(
        ([, , name]) => !optional.has(name),
      )
      const failed = scored.filter(([, sign]) => sign === '✗').map(([, , name]) => name!)
      const sum = (place: number) => scored.reduce((total, one) => total + Number(one[place]), 0)
      console.log(
        `${entry} ${revision}: ${scored.length - failed.length} of ${scored.length} scenarios, checks ${sum(3)} passed, ${sum(4)} failed`,
      )
      expect(scored.length).toBeGreaterThan(25)
      expect(failed.toSorted()).toEqual(Object.keys(expected[entry]![revision]!).toSorted())
    })
  },
)
