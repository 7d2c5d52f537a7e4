import { asOwner, type Caller, person } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { connected } from '../kit/oauth.ts'
import { roles, type World } from './world.ts'

export type Credential = { name: string; headers: Record<string, string> }

/** A member of the organization who is a viewer of the world's projects. */
async function viewerOf(world: World): Promise<Caller> {
  const who = await person('Project viewer')
  await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'member')`, [
    world.org,
    who.id,
  ])
  for (const name of ['project_id', 'other_project_id'])
    await asOwner(
      `insert into project_members (org_id, project_id, user_id, role, added_by) values ($1, $2, $3, 'viewer', $4)`,
      [world.org, await world.value(name), who.id, world.people.owner.id],
    )
  return who
}

/** Every kind of credential for the organization of `world`, from inside and from another organization. */
export async function credentialsOf(world: World, foreign: World): Promise<Credential[]> {
  const { owner } = world.people
  const { cookie, operator } = await impersonating(owner)
  const revoked = await world.key()
  await asOwner(
    'update api_keys set revoked_at = now() where id = (select max(id::text)::uuid from api_keys where org_id = $1)',
    [world.org],
  )
  const credentials: [string, { headers: Record<string, string> }][] = [
    ['none', { headers: {} }],
    ['revoked_key', revoked],
    ['outsider', foreign.people.owner],
    ['outsider_key', await foreign.key()],
    ['outsider_app', (await connected(foreign.people.owner)).app],
    ...roles
      .toReversed()
      .map((role): [string, { headers: Record<string, string> }] => [role, world.people[role]]),
    ['project_viewer', await viewerOf(world)],
    ['key', await world.key()],
    ['reading_key', await world.key({ readOnly: true })],
    ['project_key', await world.key({ project: await world.value('project_id') })],
    ['elsewhere_key', await world.key({ project: await world.value('other_project_id') })],
    ['app', (await connected(owner)).app],
    ['impersonated', { headers: { cookie: `${operator.headers.cookie}; ${cookie}` } }],
    ['contact', world.contact],
    ['operator', operator],
    ['operator_app', (await connected(operator)).app],
  ]
  return credentials.map(([name, { headers }]) => ({ name, headers }))
}
