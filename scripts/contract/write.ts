import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { breaks } from './compare.ts'
import { generate } from './generate.ts'

/**
 * Writes openapi/ from the operations. Rejects a change that would break clients of the contract as of the
 * last commit, unless BREAKING=yes confirms it (before a first release, say). With `--check` it writes nothing
 * and fails where openapi/ is not what the operations give.
 */
const files = await generate()
if (process.argv.includes('--check')) {
  const stale = Object.keys(files).filter((name) => readFileSync(`openapi/${name}`, 'utf8') !== files[name])
  if (stale.length) console.error(`run \`npm run contract\`; these are not current: ${stale.join(', ')}`)
  process.exit(stale.length ? 1 : 0)
}
const landed = 'openapi/signatures.txt'
const before = existsSync(landed) ? readFileSync(landed, 'utf8').trim().split('\n') : []
const broken = breaks(before, files['signatures.txt']!.trim().split('\n'))
if (broken.length && process.env.BREAKING !== 'yes') {
  console.error(
    `This would break clients of the contract:\n  ${broken.slice(0, 40).join('\n  ')}\n` +
      'Make the change additive, or say BREAKING=yes npm run contract if the contract was never released.',
  )
  process.exit(1)
}
for (const [name, text] of Object.entries(files)) writeFileSync(`openapi/${name}`, text)
console.log(`openapi/: ${Object.keys(files).join(', ')}`)
