import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import type { Tool } from '../src/mcp/catalogue.ts'
import { listed } from '../src/mcp/listed.ts'
import { toolbox } from './toolbox.ts'

/**
 * Counts the tokens of the tool lists with a real tokenizer, as an address without further choices sends them to callers of
 * one organization; fails if they are too many. All tools of openapi/tool-names.json together may cost 52 000 tokens and the
 * core of it 12 000; those that exist get their share of it.
 */
const limits = { core: 12_000, all: 52_000 }

toolbox()
const load = createRequire(new URL('toolbox/package.json', import.meta.url))
const { countTokens }: { countTokens: (text: string) => number } = load('gpt-tokenizer/encoding/o200k_base')
const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../openapi/${name}`, import.meta.url), 'utf8'))
const tools = read('tools.json') as Tool[]
const names = read('tool-names.json') as [name: string, profile: string][]
const cost = (list: Tool[], several = false) =>
  countTokens(JSON.stringify(list.map((tool) => listed(tool, { structured: false, several }))))
const inCore = tools.filter(({ profile }) => profile === 'core')
const costs = { core: cost(inCore), all: cost(tools) }
const others = names.filter(([, profile]) => profile !== 'core').length
const share = (tools.length - inCore.length) / others
const limit = limits.core + Math.round((limits.all - limits.core) * share)

console.log(
  `${costs.core} tokens for the core tools, ${costs.all} of ${limit} for the ${tools.length} that exist ` +
    `(${cost(tools, true)} for callers of several organizations)`,
)
if (costs.core > limits.core || costs.all > limit) {
  console.error(
    `at most ${limits.core} and ${limit} are allowed, so that all ${names.length} fit in ${limits.all}`,
  )
  process.exitCode = 1
}
