import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollbackGateway } from '../kit/gateways.ts'
import type { Direct } from '../kit/direct.ts'
import { accept, everything } from '../kit/sharing.ts'
import { Reach } from './reach.ts'

/** All writes but the shares are rolled back. */
let gateway: Direct
beforeAll(() => {
  gateway = rollbackGateway()
})
afterAll(() => gateway.stop())

/** Those who read shares, and a key, which acts for its person. */
const readers = (name: string) => ['owner', 'member', 'key'].includes(name)

test(
  'a share opens one project by its own address, and no other operation to any id of it',
  { timeout: 900_000 },
  async () => {
    const reach = await Reach.make({ SQL_ENDPOINT: gateway.url, UPSTASH_REDIS_REST_URL: '' }, readers)
    const { own, foreign } = reach
    // Now the whole of what the other organization has in its example project is shared, with everything a share can show.
    const project = await foreign.value('project_id')
    const at = `/api/v1/organizations/${foreign.org}/projects/${project}/shares`
    const { invite_url } = await foreign.people.owner.ok('POST', at, { label: 'Own', include: everything })
    const guest = { owner: own.people.owner, base: `/api/v1/organizations/${own.org}` } as never
    const { status, body } = await accept(guest, invite_url.split('/').at(-1))
    expect(status).toBe(201)
    const read = await own.people.member.call(
      'GET',
      `/api/v1/organizations/${own.org}/shared-projects/${body.id}/tasks`,
    )
    expect([read.status, read.body.total > 0]).toEqual([200, true])
    expect(await reach.run()).toEqual([])
    process.stderr.write(`isolation with a share: ${reach.cases} cases, 0 leaks\n`)
  },
)
