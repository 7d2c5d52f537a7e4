import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  type PrimitiveSchemaDefinition,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Env } from '../../src/base/config.ts'
import { signClaims } from '../../src/base/jwt.ts'

const elicit = (message: string, name: string, response: PrimitiveSchemaDefinition = { type: 'string' }) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: response }, required: [name] },
  })
const sample = (text: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 100,
  })

const named = { user_name: elicit('What is your name?', 'name') }
const asksCapital = { capital_question: sample('What is the capital of France?') }
const roots = { client_roots: inputRequired.listRoots() }
type Questions = NonNullable<InputRequiredResult['inputRequests']>
type Asking = { rounds: Questions[]; keepsState?: true; said?: string }

/** What the suite wants to be asked, round by round, and the final result. */
const asking: Record<string, Asking> = {
  test_input_required_result_elicitation: { rounds: [named], said: 'Hello!' },
  test_input_required_result_sampling: { rounds: [asksCapital] },
  test_input_required_result_list_roots: { rounds: [roots] },
  test_input_required_result_capabilities: { rounds: [{ ...named, ...asksCapital }] },
  test_input_required_result_request_state: {
    rounds: [{ confirm: elicit('Please confirm', 'ok', { type: 'boolean' }) }],
    keepsState: true,
    said: 'state-ok',
  },
  test_input_required_result_tampered_state: {
    rounds: [{ confirm: elicit('Please confirm', 'ok', { type: 'boolean' }) }],
    keepsState: true,
  },
  test_input_required_result_multiple_inputs: {
    rounds: [{ ...named, greeting: sample('Generate a greeting'), ...roots }],
    keepsState: true,
  },
  test_input_required_result_multi_round: {
    rounds: [
      { step1: elicit('Step 1: What is your name?', 'name') },
      { step2: elicit('Step 2: What is your favorite color?', 'color') },
    ],
    keepsState: true,
  },
  test_input_required_result_prompt: {
    rounds: [{ user_context: elicit('What context should the prompt use?', 'context') }],
  },
}
export const askingTools = Object.keys(asking).filter((name) => !name.endsWith('_prompt'))

/** The next question of a tool or prompt of the suite, or its result once it has all answers. */
export async function nextQuestion(
  name: string,
  { mcpReq }: ServerContext,
  env: Env,
): Promise<InputRequiredResult | string> {
  const { rounds, keepsState, said = 'done' } = asking[name]!
  const responses = mcpReq.inputResponses ?? {}
  const round = keepsState ? Number(mcpReq.requestState<{ confirms: string }>()?.confirms ?? 0) : 1
  const questionsAsked = rounds[round - 1]
  const isAnswered = questionsAsked && Object.keys(questionsAsked).every((key) => key in responses)
  const next = isAnswered ? round + 1 : Math.max(round, 1)
  const questions = rounds[next - 1]
  if (!questions) return said
  return inputRequired({
    inputRequests: possible(questions, mcpReq),
    ...(keepsState
      ? { requestState: await signClaims(env.JWT_KEYS, { confirms: String(next) }, 600, new Date()) }
      : {}),
  })
}

/** The questions that the client declared it can answer. */
function possible(questions: Questions, { envelope }: ServerContext['mcpReq']): Questions {
  const { [CLIENT_CAPABILITIES_META_KEY]: can = {} }: { [CLIENT_CAPABILITIES_META_KEY]?: object } =
    envelope ?? {}
  const needs = {
    'elicitation/create': 'elicitation',
    'sampling/createMessage': 'sampling',
    'roots/list': 'roots',
  }
  return Object.fromEntries(Object.entries(questions).filter(([, { method }]) => needs[method] in can))
}
