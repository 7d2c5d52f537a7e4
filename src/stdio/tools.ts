import type { CallToolResult } from '@modelcontextprotocol/server'
import catalogue from '../../openapi/tools.json' with { type: 'json' }
import type { ServiceClient } from '../../openapi/client/index.ts'
import { Refusal } from '../kit/errors.ts'
import { asMeant } from '../mcp/coerce.ts'
import { splitDetail } from '../mcp/lean.ts'
import { failed, finished } from '../mcp/result.ts'

type Arguments = Record<string, unknown>
type Answer = Promise<{ data?: unknown; error?: unknown; response: Response }>
type Run = (api: ServiceClient, organization: () => Promise<string>, given: Arguments) => Answer

const organizations = '/api/v1/organizations'
const inOrganization = async (organization: () => Promise<string>, given: Arguments, ...names: string[]) => {
  const { organization_id, ...rest } = given
  const path: Record<string, string> = { org_id: stringOf(organization_id) || (await organization()) }
  for (const name of names) {
    path[name] = stringOf(rest[name])
    delete rest[name]
  }
  return { path, rest }
}
const stringOf = (value: unknown) => (typeof value === 'string' ? value : '')
const queryOf = (path: object, rest: Arguments) =>
  ({ params: { path, query: { limit: 25, ...queryValues(rest) } } }) as never
const queryValues = (rest: Arguments) =>
  Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) =>
      value === null ? [] : [[name, Array.isArray(value) ? value.join(',') : value]],
    ),
  )

/** A retry must not create a second task or comment. */
const idempotencyHeader = () => ({ 'Idempotency-Key': crypto.randomUUID() })

const listTasks: Run = async (api, organization, given) => {
  const { path, rest } = await inOrganization(organization, given, 'project_id')
  return api.GET(`${organizations}/{org_id}/projects/{project_id}/tasks`, queryOf(path, rest))
}

/**
 * The API call of each tool. They read and write tasks and comment on them; none deletes, administers or
 * touches money.
 */
const runs: Record<string, Run> = {
  whoami: (api) => api.GET('/api/v1/auth/me'),
  list_organizations: (api, _, given) => api.GET(organizations, queryOf({}, given)),
  list_members: async (api, organization, given) => {
    const { path, rest } = await inOrganization(organization, given)
    return api.GET(`${organizations}/{org_id}/members`, queryOf(path, rest))
  },
  list_projects: async (api, organization, given) => {
    const { path, rest } = await inOrganization(organization, given)
    return api.GET(`${organizations}/{org_id}/projects`, queryOf(path, rest))
  },
  get_project: async (api, organization, given) => {
    const { path } = await inOrganization(organization, given, 'project_id')
    return api.GET(`${organizations}/{org_id}/projects/{project_id}`, { params: { path } } as never)
  },
  list_tasks: listTasks,
  list_issues: listTasks,
  list_my_work: async (api, organization, given) => {
    const { path, rest } = await inOrganization(organization, given)
    return api.GET(`${organizations}/{org_id}/my-work`, queryOf(path, rest))
  },
  create_issue: async (api, organization, given) => {
    const { path, rest } = await inOrganization(organization, given, 'project_id')
    return api.POST(`${organizations}/{org_id}/projects/{project_id}/tasks`, {
      params: { path, header: idempotencyHeader() },
      body: rest,
    } as never)
  },
  update_issue: async (api, organization, given) => {
    const { path, rest } = await inOrganization(organization, given, 'task_id')
    return api.PATCH(`${organizations}/{org_id}/tasks/{task_id}`, { params: { path }, body: rest } as never)
  },
  add_comment: async (api, organization, given) => {
    const { path, rest } = await inOrganization(organization, given, 'task_id')
    return api.POST(`${organizations}/{org_id}/tasks/{task_id}/comments`, {
      params: { path, header: idempotencyHeader() },
      body: rest,
    } as never)
  },
}

export const tools = catalogue
  .filter(({ name }) => name in runs)
  .map(({ name, title, description, inputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema,
    annotations,
  }))

/** Runs a tool; undefined if there is none of this name. Errors are returned as results. */
export async function runTool(
  name: string,
  sent: Arguments,
  api: ServiceClient,
  chosen?: string,
): Promise<CallToolResult | undefined> {
  const run = Object.hasOwn(runs, name) ? runs[name] : undefined
  const tool = catalogue.find((one) => one.name === name)
  if (!run || !tool) return undefined
  const { given, how } = splitDetail(tool, asMeant(tool.inputSchema, sent) as Arguments)
  const missing = ((tool.inputSchema as { required?: string[] }).required ?? []).filter(
    (one) => !(one in given),
  )
  if (missing.length)
    return failed(
      new Refusal(422, 'validation_error', missing.map((one) => `${one}: required`).join('; ')),
      '',
    )
  try {
    const { data, error, response } = await run(api, () => organizationOf(api, chosen), given)
    if (response.ok) return finished(JSON.stringify(data), how)
    return failed(refusalIn(error, response), response.headers.get('x-request-id') ?? '')
  } catch (error) {
    return failed(error instanceof Refusal ? error : unreachable(error), '')
  }
}

/** Why there was no answer, and what to do about it. */
function unreachable(error: unknown): Refusal {
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError')
    return new Refusal(503, 'service_unavailable', 'the service did not answer within 30 seconds; try again')
  if (error instanceof SyntaxError) return notTheService()
  return new Refusal(
    503,
    'service_unavailable',
    'the service cannot be reached: is it running, and is SERVICE_API_URL its address?',
  )
}
const notTheService = () =>
  new Refusal(
    502,
    'unexpected_answer',
    'what answers at SERVICE_API_URL is not the service: it should end in /api/v1',
  )

function refusalIn(body: unknown, { status }: Response): Refusal {
  const { code, message } = (body as { error?: { code?: string; message?: string } } | undefined)?.error ?? {}
  if (!code) return notTheService()
  if (status === 401)
    return new Refusal(
      401,
      code,
      `${message}. SERVICE_TOKEN must be an API key or access token that is not revoked`,
    )
  return new Refusal(status, code, message ?? `the service answered ${status}`)
}

/** The configured organization, or the only one of the token's owner. */
async function organizationOf(api: ServiceClient, chosen?: string): Promise<string> {
  if (chosen) return chosen
  const { data, error, response } = await api.GET('/api/v1/auth/me')
  if (!data) throw refusalIn(error, response)
  if (data.default_organization_id) return data.default_organization_id
  throw new Refusal(
    422,
    'validation_error',
    'organization_id: required, since you belong to none or several; see list_organizations',
  )
}
