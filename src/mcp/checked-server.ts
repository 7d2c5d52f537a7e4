import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { isObject, type Json } from './json.ts'

type Check = (params: Json) => string | undefined
type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

const isText = (name: string): Check => {
  return (params) => (typeof params[name] === 'string' ? undefined : `${name}: must be a text`)
}
/** What may be left out is an object, and never null. */
const isObjectIfSent = (name: string): Check => {
  return (params) =>
    params[name] === undefined || isObject(params[name]) ? undefined : `${name}: must be an object`
}
/** Every list has one page, so that no cursor was ever given out. */
const hasNoCursor: Check = ({ cursor }) =>
  cursor === undefined ? undefined : 'cursor: unknown; the list has one page, call it without'

const isReference: Check = ({ ref }) => {
  if (!isObject(ref)) return 'ref: must be an object'
  if (ref.type === 'ref/prompt') return isText('name')(ref) && 'ref.name: must be a text'
  if (ref.type === 'ref/resource') return isText('uri')(ref) && 'ref.uri: must be a text'
  return 'ref.type: must be ref/prompt or ref/resource'
}
const isArgument: Check = ({ argument }) => {
  if (!isObject(argument)) return 'argument: must be an object'
  const wrong = ['name', 'value'].find((name) => typeof argument[name] !== 'string')
  return wrong && `argument.${wrong}: must be a text`
}

/** What each request must have, of what the SDK would answer as an internal error or with the text of its validator. */
const checks: Record<string, Check[]> = {
  'tools/call': [isText('name'), isObjectIfSent('arguments')],
  'tools/list': [hasNoCursor],
  'prompts/list': [hasNoCursor],
  'prompts/get': [isText('name'), isObjectIfSent('arguments')],
  'resources/list': [hasNoCursor],
  'resources/templates/list': [hasNoCursor],
  'resources/read': [isText('uri')],
  'completion/complete': [isReference, isArgument],
}

/** A server that answers parameters of the wrong form with -32602 and a sentence about each. */
export class CheckedServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const answer = super._wrapHandler(method, handler)
    return async (request, context) => {
      const params = request.params ?? {}
      const problems = (checks[method] ?? []).flatMap((check) => check(params) ?? [])
      if (problems.length) throw new ProtocolError(ProtocolErrorCode.InvalidParams, problems.join('; '))
      return answer(request, context)
    }
  }
}
