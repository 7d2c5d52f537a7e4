import { documentAttacks } from './attacks-documents.ts'
import type { Tenant } from './data.ts'
import { answer, type Attack, chinese, json, send, stranger } from './requests.ts'

/** The most expensive requests that are known, each with what it needs made before. */
export async function attacks(url: string, tenant: Tenant): Promise<Attack[]> {
  const own = { authorization: `Bearer ${tenant.token}` }
  const org = `/api/v1/organizations/${tenant.org}`
  const nested = (megabytes: number) => `[${'[],'.repeat((megabytes * 1e6) / 3)}[]]`
  const anyone = (what: string, path: string, body: string): Attack => ({
    what,
    who: 'anyone',
    shot: (n) => ({ method: 'POST', url: path, headers: { ...json, ...stranger(n) }, body }),
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
  const tasks = `/projects/${tenant.inbox}/tasks`
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
    member('six texts not contained, the costliest filter', 'POST', '/tasks/query', {
      filter: { and: words(6) },
    }),
    member('all tasks, grouped', 'POST', '/tasks/query', { text: 'invoice', group_by: 'assignee_id' }),
    member('report of a sprint of 10 000 tasks', 'GET', `/sprints/${tenant.sprint}/report`),
    member('earned value of 10 000 tasks', 'GET', `/projects/${tenant.project}/earned-value`),
    member('difference of 20 000 shuffled lines', 'GET', `/documents/${shuffled}/diff?from=1&to=2`),
    member('copy of a document of 1.4 MB', 'POST', `/documents/${large}/duplicate`, {}),
    member('document of 160 000 task keys', 'POST', '/documents', { title: 'Keys', content: keys }),
    member('search for misspelt words', 'GET', '/search?q=reviwe%20invocie%20exprot'),
    member('task of 32 000 Chinese characters', 'POST', tasks, {
      title: '漢字',
      description: chinese(32_000),
    }),
    member('search for 200 Chinese characters', 'GET', `/search?q=${encodeURIComponent(chinese(200))}`),
    member('reminder of a rule that matches nothing', 'POST', '/reminders', {
      title: 'Never',
      remind_at: '2026-12-31T09:00:00Z',
      rrule: 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30,31;BYDAY=MO',
    }),
    await recurring(url, org, own, tasks),
    ...(await documentAttacks(url, org, own)),
  ]
}

/** Tasks to be completed in turn, whose rule is searched for 400 years and matches nothing. */
async function recurring(url: string, org: string, own: Record<string, string>, at: string): Promise<Attack> {
  const days = Array.from({ length: 31 }, (_, n) => n + 1).join()
  const rrule = `FREQ=MONTHLY;INTERVAL=12;BYMONTH=2;BYMONTHDAY=${days}`
  const made: string[] = []
  for (let n = 0; n < 200; n++) {
    const task = { title: 'Never', due_date: '2026-03-31' }
    const { id } = await answer(send(url, 'POST', org + at, own, task))
    await answer(send(url, 'PATCH', `${org}/tasks/${id}`, own, { rrule }))
    made.push(id)
  }
  return {
    what: 'complete a task whose rule matches nothing',
    who: 'member',
    shot: (n) => ({
      method: 'PATCH',
      url: `${org}/tasks/${made[n % made.length]}`,
      headers: { ...own, ...json },
      body: JSON.stringify({ status: Math.floor(n / made.length) % 2 ? 'todo' : 'done' }),
    }),
  }
}
