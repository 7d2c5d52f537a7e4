import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { listed } from './contract/tool-rules.ts'
import type { Tool } from './contract/tools.ts'
import { toolbox } from './toolbox.ts'

/** What the lists of tools cost a model, by a tokenizer that models use; fails where that is too much. */
const limits = { core: 12_000, all: 50_000 }

toolbox()
const load = createRequire(new URL('toolbox/package.json', import.meta.url))
const { countTokens }: { countTokens: (text: string) => number } = load('gpt-tokenizer/encoding/o200k_base')
const tools = JSON.parse(readFileSync(new URL('../openapi/tools.json', import.meta.url), 'utf8')) as Tool[]
const cost = (list: Tool[]) => countTokens(JSON.stringify(list.map(listed)))
const costs = { core: cost(tools.filter(({ profile }) => profile === 'core')), all: cost(tools) }

console.log(`${costs.core} tokens for the core tools, ${costs.all} for all`)
if (costs.core > limits.core || costs.all > limits.all) {
  console.error(`at most ${limits.core} and ${limits.all} are allowed`)
  process.exitCode = 1
}
