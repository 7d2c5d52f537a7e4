import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { breaks } from './compare.ts'
import { generate } from './generate.ts'

/**
 * Writes openapi/ from the operations. Rejects a change that would break clients of the contract as of the
 * last commit, unless BREAKING=yes confirms it (before a first release, say).
 */
const files = await generate()
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
