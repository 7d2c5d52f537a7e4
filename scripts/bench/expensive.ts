import { fileURLToPath } from 'node:url'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Tenant } from './data.ts'
import { type Figures, fire, type Shot } from './fire.ts'
import type { Times } from './gateway.ts'
import { cpuOf, type Part } from './parts.ts'

/** A request that is expensive for the service, and who may send it. */
type Attack = { what: string; who: 'anyone' | 'member'; shot: (n: number) => Shot }
type Parts = { service: Part; gateway: Part }

const crowd = 20
/** The neighbour is measured by a separate process: one that also sends 14 MB at a time would measure itself. */
const measured = async (shot: Shot, seconds: number): Promise<Figures> => {
  const file = fileURLToPath(new URL('alone.ts', import.meta.url))
  const args = [file, JSON.stringify(shot), JSON.stringify(seconds)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as Figures
}
const json = { 'content-type': 'application/json' }

/**
 * What the most expensive requests cost, and what another organization notices of one client, and of twenty, that
 * send them without pause. As Markdown.
 */
export async function expensive(parts: Parts, tenant: Tenant, seconds: number, step: (text: string) => void) {
  const { url } = parts.service
  const neighbourShot = await neighbour(url)
  const alone = await measured(neighbourShot, seconds)
  const rows = []
  for (const attack of await attacks(url, tenant)) {
    step(`expensive: ${attack.what}`)
    rows.push(await costOf(parts, attack, neighbourShot, seconds, alone))
  }
  return [
    `A neighbour gets a task of its own in ${alone.p50.toFixed(1)} ms (p50) while nothing else happens.`,
    '',
    `| request | who | kB sent | ms | Worker CPU, ms | Postgres, ms | one client: answers, refused | neighbour | ${crowd} clients: answers, refused | neighbour |`,
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n')
}

async function costOf(
  { service, gateway }: Parts,
  attack: Attack,
  neighbourShot: Shot,
  seconds: number,
  alone: Figures,
) {
  const at = (n: number) => {
    const shot = attack.shot(n)
    return { ...shot, url: service.url + shot.url }
  }
  await fire(at, { seconds: 0.5 })
  await gateway.ask('time')
  const before = cpuOf(service.pid)
  const one = await fire(at, { seconds })
  const cpu = (cpuOf(service.pid) - before) / one.count
  const { statements } = (await gateway.ask('replay')) as Times
  await gateway.ask('work')
  const postgres = statements.reduce((sum, time) => sum + time, 0) / one.count
  const beside = async (connections: number) => {
    const [theirs, own] = await Promise.all([
      fire(at, { connections, seconds: seconds + 2 }),
      new Promise((done) => setTimeout(done, 500)).then(() => measured(neighbourShot, seconds)),
    ])
    const refused = Math.round((100 * theirs.errors) / theirs.count)
    const times = (own.p50 / alone.p50).toFixed(1)
    return [`${theirs.perSecond.toFixed(0)}/s, ${refused} %`, `${own.p50.toFixed(1)} ms, ${times} ×`]
  }
  const bytes = Buffer.byteLength(at(1).body ?? '') / 1000
  return [
    attack.what,
    attack.who,
    bytes.toFixed(bytes < 10 ? 1 : 0),
    one.p50.toFixed(1),
    cpu.toFixed(1),
    postgres.toFixed(1),
    ...(await beside(1)),
    ...(await beside(crowd)),
  ]
}

/** A person with their own organization and task, who reads it again and again. */
async function neighbour(url: string): Promise<Shot> {
  const address = { 'cf-connecting-ip': '198.51.100.7' }
  const account = {
    email: `neighbour-${Date.now()}@example.com`,
    password: 'correct horse battery',
    name: 'Ada',
  }
  const signUp = await send(url, 'POST', '/api/v1/auth/register', address, account)
  const cookie = signUp.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const headers = { cookie, ...address }
  const org = (await answer(send(url, 'POST', '/api/v1/organizations', headers, { name: 'Next door' }))).id
  const base = `/api/v1/organizations/${org}`
  const project = (
    await answer(send(url, 'POST', `${base}/projects`, headers, { name: 'Home', key: 'HOME' }))
  ).id
  const task = (
    await answer(send(url, 'POST', `${base}/projects/${project}/tasks`, headers, { title: 'Mine' }))
  ).id
  return { method: 'GET', url: `${url}${base}/tasks/${task}`, headers }
}

const send = (url: string, method: string, path: string, headers: Record<string, string>, body: unknown) =>
  fetch(url + path, { method, headers: { ...json, ...headers }, body: JSON.stringify(body) })
async function answer(sent: Promise<Response>): Promise<{ id: string }> {
  const response = await sent
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { id: string }
}

async function attacks(url: string, tenant: Tenant): Promise<Attack[]> {
  const own = { authorization: `Bearer ${tenant.token}` }
  const org = `/api/v1/organizations/${tenant.org}`
  const nested = (megabytes: number) => `[${'[],'.repeat((megabytes * 1e6) / 3)}[]]`
  const anyone = (what: string, path: string, body: string): Attack => ({
    what,
    who: 'anyone',
    shot: (n) => ({
      method: 'POST',
      url: path,
      headers: { ...json, 'cf-connecting-ip': `2001:db8:${n.toString(16)}::1` },
      body,
    }),
  })
  const member = (what: string, method: string, path: string, body?: unknown): Attack => {
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    return {
      what,
      who: 'member',
      shot: () => ({ method, url: org + path, headers: { ...own, ...json }, ...text }),
    }
  }
  const document = async (title: string, content: string) =>
    (await answer(send(url, 'POST', `${org}/documents`, own, { title, content }))).id
  const lines = Array.from({ length: 20_000 }, (_, n) => `line ${(n * 7919) % 20_000}`)
  const shuffled = await document('Lines', lines.join('\n'))
  await answer(
    send(url, 'PATCH', `${org}/documents/${shuffled}`, own, { content: lines.toSorted().join('\n') }),
  )
  const large = await document('Large', 'word '.repeat(280_000))
  const keys = Array.from({ length: 160_000 }, (_, n) => `BEN-${1 + (n % 9999)}`).join(' ')
  const words = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ field: 'text', op: 'not_contains', value: `word ${n}` }))
  return [
    member('get a task, to compare', 'GET', `/tasks/${tenant.task}`),
    anyone('sign in with 14 MB of brackets', '/api/v1/auth/login', nested(14)),
    anyone(
      'create a task without a credential, 14 MB',
      `${org}/projects/${tenant.project}/tasks`,
      nested(14),
    ),
    member('create a task with 900 kB of brackets', 'POST', `/projects/${tenant.project}/tasks`, {
      title: nested(0.9),
    }),
    member('the dearest filter: six texts not contained', 'POST', '/tasks/query', {
      filter: { and: words(6) },
    }),
    member('all tasks, grouped', 'POST', '/tasks/query', { text: 'invoice', group_by: 'assignee_id' }),
    member('report of a sprint of 10 000 tasks', 'GET', `/sprints/${tenant.sprint}/report`),
    member('earned value of 10 000 tasks', 'GET', `/projects/${tenant.project}/earned-value`),
    member('difference of 20 000 shuffled lines', 'GET', `/documents/${shuffled}/diff?from=1&to=2`),
    member('copy of a document of 1.4 MB', 'POST', `/documents/${large}/duplicate`, {}),
    member('document of 160 000 task keys', 'POST', '/documents', { title: 'Keys', content: keys }),
    member('search for misspelt words', 'GET', '/search?q=reviwe%20invocie%20exprot'),
  ]
}
