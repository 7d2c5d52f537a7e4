import { asOwner, person } from '../kit/client.ts'
import type { World } from './world.ts'

/** A new organization that asks for figures of this one, which belongs to no holding. */
async function asked({ org }: World) {
  await asOwner(
    `update holding_links set status = 'removed', ended_at = now() where status = 'active' and $1 in (org_id, subsidiary_org_id)`,
    [org],
  )
  const other = await person()
  const parent = await other.ok('POST', '/api/v1/organizations', { name: 'Parent' })
  const [{ slug }] = (await asOwner('select slug from organizations where id = $1', [org])) as [
    { slug: string },
  ]
  const draft = { organization_slug: slug, ownership_percent: 60, data_scopes: ['finance'] }
  const { id } = await other.ok('POST', `/api/v1/organizations/${parent.id}/holding/subsidiaries`, draft)
  return { parent: parent.id as string, link: id as string }
}

export const holdingStates: Record<string, Record<string, string>> = {
  removeSubsidiary: { link_id: 'removed_holding_id' },
  acceptHoldingInvitation: { link_id: 'accepted_holding_id' },
  declineHoldingInvitation: { link_id: 'declined_holding_id' },
}

export const holdingFixtures: Record<string, (world: World) => Promise<string>> = {
  removed_holding_id: async (world) => (await asked(world)).link,
  accepted_holding_id: async (world) => (await asked(world)).link,
  declined_holding_id: async (world) => (await asked(world)).link,
  related_org_id: async (world) => {
    const { parent, link } = await asked(world)
    const at = `/api/v1/organizations/${world.org}/holding/invitations/${link}/accept`
    await world.people.owner.ok('POST', at, { data_scopes: ['finance'] })
    return parent
  },
}
