import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Endpoint, EndpointGroup } from '../../src/endpoints/endpoint.ts'
import type { Schema } from '../../src/kit/fields.ts'
import { defaultMaxBytes } from '../../src/base/json.ts'
import type { Area, Operation } from '../../src/kit/operation.ts'
import { withReferences } from './references.ts'
import { refusalsOf, refusalsOfEndpoint, type Responses } from './refusals.ts'

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>

/** The OpenAPI 3.1 document of all areas and endpoints. */
export function contractOf(areas: Area[], groups: EndpointGroup[]): Document {
  const app = new OpenAPIHono()
  for (const group of groups)
    for (const endpoint of group.endpoints) app.openAPIRegistry.registerPath(endpointRoute(group, endpoint))
  for (const area of areas) {
    for (const operation of area.operations) app.openAPIRegistry.registerPath(operationRoute(area, operation))
  }
  registerSecurity(app)
  const titles = [...new Set([...groups, ...areas].map((group) => group.title))]
  return withReferences(() =>
    app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: 'Work management API',
        version: '1.0.0',
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
        description: 'Everything an organization works on, for people and their assistants.',
      },
      servers: [{ url: '/', description: 'This service' }],
      tags: titles.map((name) => ({ name })),
    }),
  )
}

function registerSecurity(app: OpenAPIHono) {
  const { openAPIRegistry: registry } = app
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'access_token',
    description: 'The session cookie that signing in sets',
  })
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'A personal access token (svc_live_…) or an OAuth access token (svc_oat_…)',
  })
}

function operationRoute(area: Area, operation: Operation) {
  const { id, summary, details, method, path, query, body, returns, status = 200, params } = operation
  const conditional = operation.response?.conditional
  return createRoute({
    operationId: id,
    summary: summary,
    tags: [area.title],
    method: method.toLowerCase() as 'get',
    path,
    ...describe(operation, details),
    security: securityOf(operation),
    request: {
      ...(params.length ? { params: pathSchema(operation) } : {}),
      ...(query ? { query: query as never } : {}),
      ...(operation.repeats ? { headers: idempotency } : conditional ? { headers: ifNoneMatch } : {}),
      ...(body ? { body: jsonBody(body, operation.maxBytes) } : {}),
    },
    responses: {
      ...good(status, returns, conditional && { ETag: 'What If-None-Match takes' }),
      ...(operation.response?.createdIf ? good(201, returns) : {}),
      ...(conditional ? { 304: { description: 'Nothing changed since the ETag of If-None-Match' } } : {}),
      ...refusalsOf(operation),
    },
  })
}

const securityOf = ({ role }: Operation): Record<string, string[]>[] =>
  role === 'public'
    ? []
    : [...(role === 'platform' ? [] : [{ bearer: [] }]), ...(role === 'portal' ? [] : [{ session: [] }])]

const describe = ({ role, or, only, tool, not, allowsProjectKeys }: Operation, details?: string) => {
  const who =
    role === 'public'
      ? 'Open to everybody.'
      : role === 'signed_in'
        ? 'For every signed-in person.'
        : role === 'portal'
          ? 'For contacts of clients, with the token of a portal session.'
          : role === 'platform'
            ? 'For operators of the platform, with a session cookie alone.'
            : only
              ? `For its author alone, from the role ${role} on.`
              : or === 'owner'
                ? `From the role member on for one's own; others' need ${role}.`
                : or === 'lead'
                  ? `From the role ${role} on, and for the project lead.`
                  : `From the role ${role} on.`
  const keys = not?.includes('api_key')
    ? 'Not with an API key.'
    : allowsProjectKeys
      ? 'Open to keys of one project.'
      : ''
  const tools = tool ? { 'x-tool': tool } : {}
  return { description: [details, who, keys].filter(Boolean).join(' '), 'x-role': role, ...tools }
}

const idempotency = z.object({
  'Idempotency-Key': z.string().max(80).optional().meta({
    description:
      'The same key within 24 hours answers what it answered first; with another body it is a conflict',
  }),
})

const ifNoneMatch = z.object({
  'If-None-Match': z.string().optional().meta({ description: 'The ETag of the last answer' }),
})

function pathSchema({ params, targets, pathFormats }: Operation) {
  const targetsByName = new Map(targets)
  return z.object(
    Object.fromEntries(
      params.map((name) => {
        const what = targetsByName.get(name)?.noun ?? nameOf(name)
        if (targetsByName.get(name)?.keyFormat) {
          return [
            name,
            z.string().meta({
              description: `The ${what}: its id or ${what === 'employee' ? '`me`' : 'key'}`,
              ...(what === 'employee' && { 'x-brief': 'Name, or me' }),
              example: exampleKey(what),
            }),
          ]
        }
        const word = pathFormats?.[name]
        if (word)
          return [name, z.string().meta({ description: word.says ?? `The ${what}`, example: word.example })]
        if (name === 'token') return [name, z.string().meta({ description: 'The token' })]
        if (name === 'user_id')
          return [name, z.string().meta({ description: 'The person: an id, or `me`', example: 'me' })]
        return [
          name,
          z.uuid().meta({ description: `The ${what}`, example: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70' }),
        ]
      }),
    ),
  )
}
const nameOf = (param: string) =>
  param === 'org_id' ? 'organization' : param.replace(/_id$/, '').replaceAll('_', ' ')
const exampleKey = (what: string) =>
  ({ task: 'WEB-12', employee: 'me' } as Record<string, string>)[what] ?? 'WEB'

const jsonBody = (schema: Schema, maxBytes = defaultMaxBytes, media = 'application/json') => ({
  description: `At most ${maxBytes < 2 ** 20 ? `${maxBytes / 1024} KiB` : `${maxBytes / 2 ** 20} MiB`}.`,
  required: !schema.safeParse(undefined).success,
  content: { [media]: { schema: schema as never } },
})

const wordsSchema = (params: Record<string, string>) =>
  z.object(
    Object.fromEntries(
      Object.entries(params).map(([name, description]) => [name, z.string().meta({ description })]),
    ),
  )

const partial = z.object({
  Range: z.string().optional().meta({ description: 'One range of bytes, as `bytes=0-1023`' }),
})
const resuming = z.object({
  'Last-Event-ID': z
    .string()
    .optional()
    .meta({ description: 'The id of the last event of an earlier stream' }),
})
const rawBytes = { schema: { type: 'string', format: 'binary' } } as const

const bytesOf = (media: string[]) => Object.fromEntries(media.map((type) => [type, rawBytes]))

const good = (
  status: number,
  returns: unknown,
  headers?: Record<string, string>,
  media?: string[],
): Responses => ({
  [status]: {
    description:
      status === 201 ? 'Created' : status === 204 ? 'Done' : status === 302 ? 'Go on there' : 'Good',
    ...(media ? { content: bytesOf(media) } : {}),
    ...(returns ? { content: { 'application/json': { schema: returns } } } : {}),
    ...(headers
      ? {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, description]) => [
              name,
              { description, schema: { type: 'string' } },
            ]),
          ),
        }
      : {}),
  },
})

function describeEndpoint({ details, perMinute }: Endpoint) {
  const limit = perMinute && `At most ${perMinute} a minute from one address.`
  const description = [details, limit].filter(Boolean).join(' ')
  return description ? { description } : {}
}

function endpointRoute(group: EndpointGroup, endpoint: Endpoint) {
  const [method, path] = endpoint.at.split(' ') as [string, string]
  return createRoute({
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [group.title],
    method: method.toLowerCase() as 'get',
    path,
    ...describeEndpoint(endpoint),
    security: endpoint.auth === 'credential' ? [{ session: [] }, { bearer: [] }] : [],
    request: {
      ...(endpoint.params ? { params: wordsSchema(endpoint.params) } : {}),
      ...(endpoint.binaryTypes ? { headers: partial } : {}),
      ...(endpoint.streams ? { headers: resuming } : {}),
      ...(endpoint.query ? { query: endpoint.query as never } : {}),
      ...(endpoint.body ? { body: jsonBody(endpoint.body, 16 * 1024, endpoint.mediaType) } : {}),
    },
    responses: {
      ...good(
        endpoint.status,
        endpoint.returns,
        endpoint.headers,
        endpoint.streams ? [endpoint.streams] : endpoint.binaryTypes,
      ),
      ...(endpoint.binaryTypes
        ? { 206: { description: 'The part that Range asks for', content: bytesOf(endpoint.binaryTypes) } }
        : {}),
      ...refusalsOfEndpoint(endpoint),
    },
  })
}
