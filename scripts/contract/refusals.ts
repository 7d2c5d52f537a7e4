import { z } from '@hono/zod-openapi'
import type { Endpoint } from '../../src/endpoints/endpoint.ts'
import type { Operation } from '../../src/kit/operation.ts'

export type Responses = Record<string, object>

const ErrorEnvelope = z
  .object({
    error: z
      .object({
        code: z.string().describe('For programs, such as not_found'),
        message: z.string().describe('For people'),
        request_id: z.string().optional().describe('The X-Request-ID of the answer'),
        details: z
          .array(
            z.object({
              location: z.enum(['path', 'query', 'header', 'body']).describe('The part of the request'),
              field: z
                .string()
                .nullable()
                .meta({ description: 'Such as `items[0].name`; null for the whole' }),
              reason: z.string().describe('What is wrong with it'),
            }),
          )
          .optional()
          .meta({ description: 'With 422: each problem of the message by itself' }),
      })
      .describe('What went wrong'),
  })
  .meta({
    id: 'Error',
    example: {
      error: {
        code: 'not_found',
        message: 'tag not found',
        request_id: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70',
      },
    },
  })

const OAuthErrorBody = z
  .object({
    error: z.string().meta({ example: 'invalid_grant' }),
    error_description: z.string().optional(),
  })
  .meta({ id: 'OauthError', description: 'As in RFC 6749.' })

const refusals: Record<number, string> = {
  400: 'What the request asks is not valid',
  401: 'No credential, or one that is malformed, expired or revoked',
  403: 'The caller may not do this',
  404: 'Missing, or outside what the caller may see',
  409: 'The state does not allow it, or a unique value is taken',
  413: 'The body is too large',
  422: 'Path, query or body is invalid; the message lists `location.field: reason`',
  429: 'Too many requests; try again after Retry-After seconds',
  502: 'Somebody outside the service failed; try again later',
  503: 'A dependency is down; try again after Retry-After seconds',
}

const errors = (statuses: number[], schema: unknown = ErrorEnvelope): Responses =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: refusals[status]!, content: { 'application/json': { schema } } },
    ]),
  )

/** The error responses of an operation, as far as they follow from its definition. */
export const refusalsOf = (operation: Operation): Responses => errors(statusesOf(operation))

function statusesOf(operation: Operation): number[] {
  const { role, params, write, refuses = [], targets, allows = [] } = operation
  return [
    ...new Set([
      429,
      ...(role === 'public' ? [] : [401]),
      ...(role === 'public' || (allows.includes('suspended') && !write) ? [] : [403]),
      ...(targets.length || params.length ? [404] : []),
      422,
      // Any write can meet another one that does not let it through, three times over.
      ...(write ? [409, 413] : []),
      ...refuses,
      503,
    ]),
  ].sort(ascending)
}

/** The error responses of an endpoint, including those with a body other than the standard one. */
export function refusalsOfEndpoint(endpoint: Endpoint): Responses {
  const { refuses, perMinute, body, errorFormat, refusalBodies = {} } = endpoint
  const statuses = [...refuses, ...(perMinute ? [429] : []), ...(body && !errorFormat ? [413] : [])]
  const standard = errors(statuses.sort(ascending), errorFormat === 'oauth' ? OAuthErrorBody : ErrorEnvelope)
  const custom = Object.entries(refusalBodies).map(([status, schema]) => errors([Number(status)], schema))
  return Object.assign(standard, ...custom)
}

const ascending = (a: number, b: number) => a - b
