import { spawnSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { toolbox } from './toolbox.ts'

/** All checks except the tests, with the time each takes. Stops at the first failure. */
const steps: [name: string, command: string, args: string[]][] = [
  // Several checkers would each instantiate what they share: the figure would depend on how files are distributed.
  ['types', 'tsc', ['--noEmit', '-p', '.', '--extendedDiagnostics', '--checkers', '1']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['format', 'oxfmt', ['--check']],
  ['sql', process.execPath, ['scripts/sql-style.ts']],
  ['scripts', process.execPath, ['scripts/browser.ts', '--check']],
  ['unused', 'knip', ['--no-progress']],
  ['generated', process.execPath, ['scripts/contract/write.ts', '--check']],
  [
    'contract',
    'redocly',
    ['lint', 'openapi/openapi.json', '--config', '.redocly.yaml', '--format', 'stylish'],
  ],
  ['tokens', process.execPath, ['scripts/tokens.ts']],
  ['bundle', 'wrangler', ['deploy', '--dry-run', '--outdir', 'dist/worker']],
]
const maxKilobytes = 1500
const maxInstantiations = 1_500_000
const env = { ...toolbox(), WRANGLER_SEND_METRICS: 'false' }

const instantiations = (output: string) => Number(/Instantiations:\s+(\d+)/.exec(output)?.[1] ?? 0)
const bundleKilobytes = () => Math.round(gzipSync(readFileSync('dist/worker/worker.js')).length / 1024)

for (const [name, command, args] of steps) {
  const began = performance.now()
  const done = spawnSync(command, args, { encoding: 'utf8', env })
  const output = `${done.stdout}${done.stderr}`
  const problem = done.status === 0 ? limitBroken(name, output) : `\n${output}`
  console.log(
    `${problem ? '✗' : '✓'} ${name.padEnd(10)} ${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s  ` +
      (problem ?? figure(name, output)),
  )
  if (problem) process.exit(1)
}

function figure(name: string, output: string): string {
  if (name === 'types') return `${instantiations(output).toLocaleString('en')} type instantiations`
  if (name === 'bundle') return `${bundleKilobytes()} kB gzip`
  if (name === 'tokens' || name === 'sql') return output.trim()
  return ''
}

function limitBroken(name: string, output: string): string | undefined {
  if (name === 'types' && instantiations(output) > maxInstantiations)
    return `over ${maxInstantiations} instantiations`
  if (name === 'bundle' && bundleKilobytes() > maxKilobytes) return `over ${maxKilobytes} kB gzip`
  return undefined
}
