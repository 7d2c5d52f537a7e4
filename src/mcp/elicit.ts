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
import type { Env } from '../kit/config.ts'
import { signClaims, verifyClaims } from '../kit/jwt.ts'
import { hashOf } from '../kit/tokens.ts'
import type { Arguments } from './call.ts'
import type { Tool } from './catalogue.ts'
import { type Effect, foretell, unconfirmed } from './confirm.ts'
import { refused } from './result.ts'
import type { Exchange } from './server.ts'

/** A call of a tool as it came, before names in its arguments became ids. */
type Asked = { tool: Tool; given: Arguments; call: Call }
type State = { confirms: string }

/** The name of the question, and how many seconds an answer may take. */
const question = 'confirm'
const patience = 600
/** So many characters of an argument are shown to the user. */
const longest = 200

/**
 * What comes before a destructive tool that is called without `confirm: true`. Nothing once the user has agreed to this
 * very call; else the question to them, where the client can put it, or what is told to the model.
 */
export async function askFirst(
  asked: Asked,
  exchange: Exchange,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  const { tool, call } = asked
  const asks = canAsk(exchange, context)
  const answer = asks ? answerTo(call, tool, context) : undefined
  if (answer === 'accept') return undefined
  if (answer) return declined(answer)
  const effect = await foretell(tool, call, exchange.operationOf, exchange.c.get('database'))
  return asks ? ask(asked, effect, exchange.c.env) : unconfirmed(tool, effect)
}

/** Sessions answer plain JSON, on which nothing can be asked; without one, clients say with each request what they can. */
function canAsk({ owner }: Exchange, context: ServerContext): boolean {
  if (owner !== undefined) return false
  const elicitation = capabilitiesOf(context)?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** The SDK judges the envelope of a request by its schema before any handler is called, but leaves it without a type. */
function capabilitiesOf({ mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = mcpReq.envelope ?? {}
  return envelope[CLIENT_CAPABILITIES_META_KEY]
}

/** The user's answer, where it is one to the question about this very call. */
function answerTo(call: Call, tool: Tool, { mcpReq }: ServerContext) {
  const response = inputResponse(mcpReq.inputResponses, question)
  const asked = mcpReq.requestState<State>()?.confirms === fingerprint(call, tool)
  return asked && response.kind === 'elicit' ? response.action : undefined
}

async function ask({ tool, given, call }: Asked, effect: Effect, { JWT_KEYS }: Env) {
  const state: State = { confirms: fingerprint(call, tool) }
  const message = messageOf(tool, given, effect)
  return inputRequired({
    inputRequests: {
      [question]: inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: {} } }),
    },
    requestState: await signClaims(JWT_KEYS, state, patience, call.now),
  })
}

/** Tells one call from all others: who calls what, on which objects, with what. */
const fingerprint = ({ credential, operation, params, query, body }: Call, { name }: Tool) =>
  hashOf(JSON.stringify([credential, name, operation.id, params, query, body]))

/** Reads what a client sent back of a question; throws where this service did not sign it, or too long ago. */
export async function stateOf(sent: string, { JWT_KEYS }: Env): Promise<State> {
  const claims = await verifyClaims(JWT_KEYS, sent, ['confirms'], new Date())
  if (!claims) throw new Error('forged or expired')
  return { confirms: String(claims.confirms) }
}

function messageOf({ title }: Tool, given: Arguments, { would, affects }: Effect): string {
  const { confirm: _confirm, ...told } = given
  const parts = [`${title}?`, would, lines('It affects', affects ?? {}), lines('It was asked with', told)]
  return parts.filter(Boolean).join('\n\n')
}

function lines(heading: string, values: object): string {
  const told = Object.entries(values).map(([name, value]) => `- ${name}: ${short(value)}`)
  return told.length ? `${heading}:\n${told.join('\n')}` : ''
}

function short(value: unknown): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ')
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
}

const declined = (answer: 'decline' | 'cancel') =>
  refused({
    error: {
      code: 'declined',
      message: `Nothing was changed: the user ${answer === 'decline' ? 'declined' : 'gave no answer'}.`,
      hint: 'Call it again only if the user asks for it.',
    },
  })
