import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Call } from '../kit/call.ts'
import type { Env } from '../base/config.ts'
import { signClaims, verifyClaims } from '../base/jwt.ts'
import { hashOf } from '../base/tokens.ts'
import type { Arguments } from './call.ts'
import type { Tool } from './catalogue.ts'
import { type Effect, describeEffect, askModelToConfirm } from './confirm.ts'
import { OutsideText } from './json.ts'
import { refused } from './result.ts'
import type { Exchange } from './server.ts'

/** A tool call with its arguments as received, before names became ids. */
type Invocation = { tool: Tool; given: Arguments; call: Call }
type State = { confirms: string }

/** The name of the question, and how many seconds it stays valid. */
const question = 'confirm'
const lifetimeSeconds = 600
/** The characters of an argument that are shown to the user. */
const maxShown = 200

/**
 * Handles a destructive tool called without `confirm: true`. Returns undefined once the user has agreed to this
 * very call; else a question to them, if the client supports that, or instructions for the model.
 */
export async function askFirst(
  invocation: Invocation,
  exchange: Exchange,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  const { tool, call } = invocation
  const isAskable = canAsk(exchange, context)
  const answer = isAskable ? answerTo(invocation, context) : undefined
  if (answer === 'accept') return undefined
  if (answer) return declined(answer)
  const effect = await describeEffect(tool, call, exchange.operationOf, exchange.c.get('database'))
  return isAskable ? askUser(invocation, effect, exchange.c.env) : askModelToConfirm(tool, effect)
}

/** Sessions use plain JSON, which allows no questions; without one, clients send their capabilities with each request. */
function canAsk({ owner }: Exchange, context: ServerContext): boolean {
  if (owner !== undefined) return false
  const elicitation = capabilitiesOf(context)?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** The SDK validates the envelope of a request before any handler is called, but leaves it untyped. */
function capabilitiesOf({ mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = mcpReq.envelope ?? {}
  return envelope[CLIENT_CAPABILITIES_META_KEY]
}

/** The user's answer, if it is to the question about this very call. */
function answerTo(invocation: Invocation, { mcpReq }: ServerContext) {
  const response = inputResponse(mcpReq.inputResponses, question)
  const isAboutThisCall = mcpReq.requestState<State>()?.confirms === fingerprint(invocation)
  return isAboutThisCall && response.kind === 'elicit' ? response.action : undefined
}

async function askUser(invocation: Invocation, effect: Effect, { JWT_KEYS }: Env) {
  const { tool, given, call } = invocation
  const state: State = { confirms: fingerprint(invocation) }
  const message = messageOf(tool, given, effect)
  return inputRequired({
    inputRequests: {
      [question]: inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: {} } }),
    },
    requestState: await signClaims(JWT_KEYS, state, lifetimeSeconds, call.now),
  })
}

/** Identifies a call by caller, tool, operation and arguments, also those for what follows it. */
const fingerprint = ({ tool: { name, parts = [] }, given, call }: Invocation) => {
  const { credential, operation, params, query, body } = call
  const more = parts.map(({ argument }) => given[argument])
  return hashOf(JSON.stringify([credential, name, operation.id, params, query, body, ...more]))
}

/** Reads the state that a client sent back; throws if this service did not sign it or it has expired. */
export async function stateOf(sent: string, { JWT_KEYS }: Env): Promise<State> {
  const claims = await verifyClaims(JWT_KEYS, sent, ['confirms'], new Date())
  if (!claims) throw new Error('forged or expired')
  return { confirms: String(claims.confirms) }
}

function messageOf({ title }: Tool, given: Arguments, { would, affects }: Effect): string {
  const { confirm: _confirm, ...shown } = given
  const parts = [`${title}?`, would, lines('It affects', affects ?? {}), lines('It was asked with', shown)]
  return parts.filter(Boolean).join('\n\n')
}

function lines(heading: string, values: object): string {
  const rows = Object.entries(values).map(([name, value]) => `- ${name}: ${shorten(value)}`)
  return rows.length ? `${heading}:\n${rows.join('\n')}` : ''
}

function shorten(value: unknown): string {
  const said = value instanceof OutsideText ? value.text : value
  const text = (typeof said === 'string' ? said : JSON.stringify(said)).replaceAll(/\s+/g, ' ')
  return text.length > maxShown ? `${text.slice(0, maxShown).toWellFormed()}…` : text
}

const declined = (answer: 'decline' | 'cancel') =>
  refused({
    error: {
      code: 'declined',
      message: `Nothing was changed: the user ${answer === 'decline' ? 'declined' : 'gave no answer'}.`,
      hint: 'Call it again only if the user asks for it.',
    },
  })
