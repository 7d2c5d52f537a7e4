import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import type { Tool } from '../src/mcp/catalogue.ts'
import { listed } from '../src/mcp/listed.ts'
import { toolbox } from './toolbox.ts'

/**
 * What the lists of tools cost a model, output schemas included, by a tokenizer that models use; fails where that is too much. All tools of
 * openapi/tool-names.json together may cost 50 000 tokens and the core of it 12 000: those that exist, their share of it.
 */
const limits = { core: 12_000, whole: 50_000 }

toolbox()
const load = createRequire(new URL('toolbox/package.json', import.meta.url))
const { countTokens }: { countTokens: (text: string) => number } = load('gpt-tokenizer/encoding/o200k_base')
const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../openapi/${name}`, import.meta.url), 'utf8'))
const tools = read('tools.json') as Tool[]
const names = read('tool-names.json') as [name: string, profile: string][]
const cost = (list: Tool[]) => countTokens(JSON.stringify(list.map((tool) => listed(tool, true))))
const inCore = tools.filter(({ profile }) => profile === 'core')
const costs = { core: cost(inCore), all: cost(tools) }
const others = names.filter(([, profile]) => profile !== 'core').length
const share = (tools.length - inCore.length) / others
const most = limits.core + Math.round((limits.whole - limits.core) * share)

console.log(
  `${costs.core} tokens for the core tools, ${costs.all} of ${most} for the ${tools.length} that exist`,
)
if (costs.core > limits.core || costs.all > most) {
  console.error(
    `at most ${limits.core} and ${most} are allowed, so that all ${names.length} fit in ${limits.whole}`,
  )
  process.exitCode = 1
}
