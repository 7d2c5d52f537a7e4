import { describe, expect, test } from 'vitest'
import { asOwner, type Json, person, type Reply } from '../kit/client.ts'
import { sales } from '../kit/deals.ts'
import { draft, issue } from '../kit/invoices.ts'
import { project, serial, task, workspace } from '../kit/makers.ts'
import { importPath, manifestOf } from '../kit/organization-imports.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { desk } from '../kit/tickets.ts'

const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))
const counted = (first: string, count: number) => [
  first,
  ...Array.from({ length: count - 1 }, (_, n) => `${first}-${n + 2}`),
]
const organization = (body: object) => async () =>
  (await person()).call('POST', '/api/v1/organizations', body)
const slugs = (name: string) =>
  asOwner<{ slug: string }>('select slug from organizations where name = $1 order by length(slug), slug', [
    name,
  ])

describe('organizations of one name at once', () => {
  test('get one slug after the other, whether created or imported', async () => {
    const name = `Acme ${serial()} ${Date.now()}`
    const replies = await times(12, async (n) =>
      n % 2
        ? (await person()).call('POST', importPath, { manifest: manifestOf(name) })
        : organization({ name })(),
    )
    expect(replies.map(({ status, body }) => [status, body.error?.message])).toEqual(
      replies.map(() => [201, undefined]),
    )
    expect((await slugs(name)).map(({ slug }) => slug)).toEqual(
      counted(name.toLowerCase().replaceAll(' ', '-'), 12),
    )
  })

  test('and of one slug that is sent: the first has it, the others are told that it is taken', async () => {
    const slug = `given-${Date.now()}`
    const replies = await times(6, organization({ name: 'Given', slug }))
    const said = replies.map(({ status, body }: Reply) => [status, body.error?.message])
    expect(said.toSorted()).toEqual([
      [201, undefined],
      ...Array.from({ length: 5 }, () => [409, 'this slug is taken']),
    ])
  })

  test('and one that comes back from deletion beside them', async () => {
    const name = `Back ${Date.now()}`
    const gone = await times(3, async () => {
      const ws = await workspace(name)
      await ws.owner.ok('DELETE', ws.base, { confirm_slug: ws.org.slug })
      return ws
    })
    const replies = await Promise.all([
      ...gone.map(({ owner, base }) => owner.call('POST', `${base}/restore`)),
      ...Array.from({ length: 3 }, organization({ name })),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 201, 201, 201])
    expect(new Set((await slugs(name)).map(({ slug }) => slug)).size).toBe(6)
  })
})

/** What is made at once, and the number or key that the service gives it. */
const given: Record<
  string,
  () => Promise<{ make: (n: number) => Promise<Reply>; of: (made: Json) => unknown }>
> = {
  'keys of projects': async () => {
    const ws = await workspace()
    const make = () => ws.owner.call('POST', `${ws.base}/projects`, { name: `Web s${serial()}` })
    return { make, of: ({ key }) => key }
  },
  'keys of copies of projects': async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const make = () =>
      ws.owner.call('POST', `${ws.base}/projects/${id}/duplicate`, { name: `Web s${serial()}` })
    return { make, of: ({ key }) => key }
  },
  'keys of projects of deals that are won': async () => {
    const { ws, at, draft: deal } = await sales()
    const make = async () =>
      ws.owner.call('POST', `${at}/${(await deal()).id}/win`, {
        create_project: { name: `New h${serial()}` },
      })
    return { make, of: ({ project_id }) => project_id }
  },
  'keys of tasks': async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const make = () => ws.owner.call('POST', `${ws.base}/projects/${id}/tasks`, { title: 'Write' })
    return { make, of: ({ key }) => key }
  },
  'keys of copies of tasks': async () => {
    const ws = await workspace()
    const { id } = await task(ws, (await project(ws)).id)
    const make = () => ws.owner.call('POST', `${ws.base}/tasks/${id}/duplicate`, {})
    return { make, of: (made) => (made.task ?? made).key }
  },
  'numbers of sprints': async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const make = (n: number) =>
      ws.owner.call('POST', `${ws.base}/projects/${id}/sprints`, {
        start_date: dayFromNow(10 * n),
        end_date: dayFromNow(10 * n + 5),
      })
    return { make, of: ({ number, name }) => number ?? name }
  },
  'numbers of tickets': async () => {
    const { ws, create } = await desk()
    const contact_id = (await create()).contact.id
    const make = () => ws.owner.call('POST', `${ws.base}/tickets`, { subject: 'Wrong prices', contact_id })
    return { make, of: ({ number }) => number }
  },
  'numbers of people': async () => {
    const ws = await workspace()
    const make = () =>
      ws.owner.call('POST', `${ws.base}/employees`, { first_name: 'Grace', hire_date: '2026-01-01' })
    return { make, of: ({ employee_number }) => employee_number }
  },
  'numbers of invoices': async () => {
    const ws = await workspace()
    const make = async () => {
      const { id } = await draft(ws)
      return { status: 201, body: await issue(ws, { id }) } as Reply
    }
    return { make, of: ({ number }) => number }
  },
  'places of pipelines': async () => {
    const { ws } = await sales()
    const make = () =>
      ws.owner.call('POST', `${ws.base}/pipelines`, {
        name: `Pipeline ${serial()}`,
        stages: [{ name: 'New', probability: 10 }],
      })
    return { make, of: ({ position }) => position }
  },
  'places of stages': async () => {
    const { ws, pipeline } = await sales()
    const make = () =>
      ws.owner.call('POST', `${ws.base}/pipelines/${pipeline.id}/stages`, {
        name: `Stage ${serial()}`,
        probability: 10,
      })
    return { make, of: ({ position }) => position }
  },
}

test.each(Object.entries(given))('%s that are given at once differ', async (_, prepare) => {
  const { make, of } = await prepare()
  const replies = await times(6, make)
  expect(replies.map(({ status, body }) => [status < 300, body.error?.message])).toEqual(
    replies.map(() => [true, undefined]),
  )
  const numbers = replies.map(({ body }) => of(body))
  expect(numbers).not.toContain(undefined)
  expect(new Set(numbers).size).toBe(6)
})
