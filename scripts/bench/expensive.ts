import { fileURLToPath } from 'node:url'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { attacks } from './attacks.ts'
import type { Tenant } from './data.ts'
import { type Figures, fire, type Shot } from './fire.ts'
import type { Times } from './gateway.ts'
import { cpuOf, type Part } from './parts.ts'
import { answer, type Attack, send } from './requests.ts'

type Parts = { service: Part; gateway: Part }

/** So many at once, again and again, as fast as the allowance of a credential lets: 3000 requests a minute. */
const crowd = 16
const perSecond = 3000 / 60
/** How many times its quiet median a neighbour may wait. */
const bearable = 3
/** The neighbour is measured by a separate process: one that also sends 14 MB at a time would measure itself. */
const measured = async (shot: Shot, seconds: number): Promise<Figures> => {
  const file = fileURLToPath(new URL('alone.ts', import.meta.url))
  const args = [file, JSON.stringify(shot), JSON.stringify(seconds)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as Figures
}

/**
 * What the most expensive requests cost, and what another organization notices of one client that sends them without
 * pause, and of sixteen at once. As Markdown. `only` picks those whose names contain it.
 */
export async function expensive(
  parts: Parts,
  tenant: Tenant,
  { seconds, only, step }: { seconds: number; only: string; step: (text: string) => void },
) {
  const { url } = parts.service
  const neighbourShot = await neighbour(url)
  const alone = await measured(neighbourShot, seconds)
  const rows = []
  for (const attack of (await attacks(url, tenant)).filter(({ what }) => what.includes(only))) {
    step(`expensive: ${attack.what}`)
    rows.push(await costOf(parts, attack, neighbourShot, seconds, alone))
  }
  return [
    `A neighbour gets a task of its own in ${alone.p50.toFixed(1)} ms (p50) while nothing else happens.`,
    '',
    `| request | who | kB sent | ms | Worker CPU, ms | Postgres, ms | one client: answers, refused | neighbour | ${crowd} at once: answers, refused | neighbour |`,
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
  const beside = async (connections: number, how = {}) => {
    const [theirs, own] = await Promise.all([
      fire(at, { connections, seconds: seconds + 2, ...how }),
      new Promise((done) => setTimeout(done, 500)).then(() => measured(neighbourShot, seconds)),
    ])
    const refused = Math.round((100 * theirs.errors) / theirs.count)
    const times = own.p50 / alone.p50
    const mark = times > bearable ? ' (!)' : ''
    return [
      `${theirs.perSecond.toFixed(0)}/s, ${refused} %`,
      `${own.p50.toFixed(1)} ms, ${times.toFixed(1)} ×${mark}`,
    ]
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
    ...(await beside(crowd, { rate: perSecond, atOnce: true })),
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
