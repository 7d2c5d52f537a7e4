import type { World } from './world.ts'

/** Messages of webhooks: one that was sent to try it, to a host that does not exist. */
export const webhookFixtures: Record<string, (world: World) => Promise<string>> = {
  delivery_id: async (world) => {
    const at = `/api/v1/organizations/${world.org}/webhooks/${await world.value('webhook_id')}/test`
    return (await world.people.owner.ok('POST', at, {})).delivery_id
  },
}
