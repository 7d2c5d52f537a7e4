import { nextDraft, type Tenant, turn } from './data.ts'
import type { Shot } from './fire.ts'

/** The requests to the service, by name, and a mix of them. */
export function shotsOf(tenant: Tenant) {
  const headers = { authorization: `Bearer ${tenant.token}` }
  const json = { ...headers, 'content-type': 'application/json' }
  const org = `/api/v1/organizations/${tenant.org}`
  const list = `${org}/projects/${tenant.project}/tasks`
  const get = (url: string) => () => ({ method: 'GET', url, headers })
  const send =
    (method: string, url: string, body: (n: number) => object) =>
    (n: number): Shot => ({ method, url, headers: json, body: JSON.stringify(body(n)) })
  const rpc = (query: string, method: string, params: object) => () => ({
    method: 'POST',
    url: `/mcp${query}`,
    headers: {
      ...json,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...('name' in params ? { 'mcp-name': String(params.name) } : {}),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  })
  const shots = {
    list: get(`${list}?limit=50`),
    get: get(`${org}/tasks/${tenant.task}`),
    create: send('POST', `${org}/projects/${tenant.inbox}/tasks`, (n) => ({ title: `Task ${n}` })),
    status: (): Shot => {
      const { task, status } = turn(tenant)
      return { method: 'PATCH', url: `${org}/tasks/${task}`, headers: json, body: JSON.stringify({ status }) }
    },
    text: get(`${list}?limit=50&q=invoice&status=todo,in_progress`),
    query: send('POST', `${org}/tasks/query`, () => ({
      filter: {
        and: [
          { field: 'priority', op: 'in', value: ['high', 'urgent'] },
          { field: 'is_overdue', op: 'is', value: true },
        ],
      },
    })),
    deep: get(`${list}?limit=50&offset=9900`),
    board: get(`${org}/projects/${tenant.project}/board`),
    burndown: get(`${org}/sprints/${tenant.sprint}/burndown`),
    summary: get(`${org}/projects/${tenant.project}/summary`),
    flow: get(`${org}/projects/${tenant.project}/flow`),
    report: get(`${org}/sprints/${tenant.sprint}/report`),
    value: get(`${org}/projects/${tenant.project}/earned-value`),
    workload: get(`${org}/dashboard/workload?from=2026-11-01&to=2026-11-30`),
    verify: get(`${org}/audit-log/verify`),
    dashboard: get(`${org}/dashboard`),
    issue: (): Shot => ({
      method: 'POST',
      url: `${org}/invoices/${nextDraft(tenant)}/issue`,
      headers: json,
      body: '{}',
    }),
    finance: get(`${org}/finance/summary?from=2026-01-01&to=2026-11-20`),
    receivables: get(`${org}/finance/receivables`),
    taxes: get(`${org}/finance/tax-summary?from=2026-01-01&to=2026-11-20`),
    invoices: get(`${org}/invoices`),
    search: get(`${org}/search?q=review%20invoice`),
    typo: get(`${org}/search?q=reviwe%20invocie`),
    key: get(`${org}/search?q=BEN-5000`),
    suggest: get(`${org}/search/suggest?q=rev`),
    call: rpc('', 'tools/call', {
      name: 'get_issue',
      arguments: { task_id: tenant.task, organization_id: tenant.org },
    }),
    tools: rpc('', 'tools/list', {}),
    allTools: rpc('?tools=all', 'tools/list', {}),
  }
  const mix: (keyof typeof shots)[] = [
    'list',
    'get',
    'get',
    'text',
    'create',
    'status',
    'call',
    'get',
    'list',
    'query',
  ]
  return { shots, mixedNames: mix, mixed: (n: number) => shots[mix[n % mix.length]!](n) }
}
