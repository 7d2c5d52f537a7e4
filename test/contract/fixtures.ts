import { manifestOf } from '../../src/areas/apps/manifests.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { signClaims } from '../../src/base/jwt.ts'
import { challengeOf } from '../../src/shared/second-factor/tickets.ts'
import { Authenticator } from '../kit/authenticator.ts'
import { asOwner, type Caller, env, type Json, password as usualPassword } from '../kit/client.ts'
import { codeOf, factorAt } from '../kit/factors.ts'
import { settled } from '../kit/inbox.ts'
import { anyIssuer } from '../kit/invoices.ts'
import { client, connected, request } from '../kit/oauth.ts'
import { parts } from '../kit/parts.ts'
import { billingFixtures } from './billing-fixtures.ts'
import { guardedOf } from './guarded.ts'
import { okrFixtures } from './okr-fixtures.ts'
import { exportFixtures } from './export-fixtures.ts'
import { organizationImportFixtures } from './organization-import-fixtures.ts'
import { importFixtures } from './import-fixtures.ts'
import { meetingFixtures } from './meeting-fixtures.ts'
import { holdingFixtures } from './holding-fixtures.ts'
import { peopleFixtures, peopleGenerated } from './people-fixtures.ts'
import { vaultFixtures } from './vault-fixtures.ts'
import { webhookFixtures } from './webhook-fixtures.ts'
import { portalFixtures, portalGenerated } from './portal-fixtures.ts'
import { sharingFixtures } from './sharing-fixtures.ts'
import type { World } from './world.ts'

/** An issued invoice, sent again. */
const sendInvoice = async (world: World): Promise<Json> => {
  const path = `/api/v1/organizations/${world.org}/invoices/${await world.value('issued_invoice_id')}/send`
  return world.people.manager.ok('POST', path, {})
}

let corrections = 0

/** Objects that no single operation creates. */
export const fixtures: Record<string, (world: World) => Promise<string>> = {
  /** The member's. */
  submitted_expense_id: async ({ people: { member }, org }) => {
    const home = `/api/v1/organizations/${org}/expenses`
    const draft = { description: 'Taxi', expense_date: '2026-01-15', total_minor: 1800 }
    const { id } = await member.ok('POST', home, draft)
    await member.ok('POST', `${home}/${id}/submit`)
    return id
  },
  wrong_expense_id: (world) => fixtures.submitted_expense_id!(world),
  approved_expense_id: async (world) => {
    const id = await fixtures.submitted_expense_id!(world)
    await world.people.manager.ok('POST', `/api/v1/organizations/${world.org}/expenses/${id}/approve`)
    return id
  },
  /** The member's. */
  time_entry_id: async ({ people: { member }, org }) => {
    const draft = { work_date: '2026-01-15', duration_seconds: 3600 }
    return (await member.ok('POST', `/api/v1/organizations/${org}/time-entries`, draft)).id
  },
  /** With an hour of billable time. */
  billed_client_id: async (world) => {
    const id = await world.create('client_id')
    await asOwner(
      `insert into time_entries (org_id, user_id, created_by, client_id, work_date, duration_seconds, hourly_rate_minor, currency)
        values ($1, $2, $2, $3, '2026-01-05', 3600, 7500, 'EUR')`,
      [world.org, world.people.owner.id, id],
    )
    return id
  },
  issued_invoice_id: async (world) => {
    const id = await world.create('invoice_id')
    await world.people.manager.ok('POST', `/api/v1/organizations/${world.org}/invoices/${id}/issue`, {})
    return id
  },
  wrong_invoice_id: (world) => fixtures.issued_invoice_id!(world),
  payment_id: async (world) => {
    const path = `/api/v1/organizations/${world.org}/invoices/${await world.value('issued_invoice_id')}/payments`
    const draft = { amount_minor: 100, paid_on: '2026-01-15', method: 'card' }
    return (await world.people.manager.ok('POST', path, draft)).id
  },
  invoice_link_id: async (world) => (await sendInvoice(world)).id,
  invoice_token: async (world) =>
    String((await sendInvoice(world)).url)
      .split('/')
      .at(-1)!,
  /** In the register. */
  seq: async (world) => {
    await world.value('issued_invoice_id')
    return '1'
  },
  /** Of the member, a minute later each time. */
  correction_seq: async ({ people: { member }, org }) => {
    const at = `/api/v1/organizations/${org}/working-hours/corrections`
    const occurred_at = new Date(Date.UTC(2026, 1, 2, 8, ++corrections)).toISOString()
    const draft = { missing: true, event: 'clock_in', occurred_at, reason: 'My phone was empty' }
    return String((await member.ok('POST', at, draft)).seq)
  },
  project_key: async (world) => {
    const project = await world.value('project_id')
    return (await world.people.owner.ok('GET', `/api/v1/organizations/${world.org}/projects/${project}`)).key
  },
  token: async (world) => {
    const draft = { email: world.guest.email, role: 'member' }
    const { accept_url } = await world.people.owner.ok(
      'POST',
      `/api/v1/organizations/${world.org}/invitations`,
      draft,
    )
    return String(accept_url).split('/').at(-1)!
  },
  /** To an address of its own: one address is mailed five an hour. */
  invitation_id: async (world) => {
    const draft = { email: `${uuidv7()}@example.com`, role: 'member' }
    const path = `/api/v1/organizations/${world.org}/invitations`
    return (await world.people.owner.ok('POST', path, draft)).id
  },
  dependency_id: async (world) => {
    const [task, task_id] = [await world.value('task_id'), await world.create('task_id')]
    const path = `/api/v1/organizations/${world.org}/tasks/${task}/dependencies`
    return (await world.people.owner.ok('POST', path, { task_id, type: 'blocks' })).dependency_id
  },
  // Others see a filter only where it is shared.
  filter_id: async (world) => {
    const filter = { field: 'assignee_id', op: 'eq', value: '@me' }
    const draft = { name: 'Shared', filter, visibility: 'organization' }
    return (await world.people.owner.ok('POST', `/api/v1/organizations/${world.org}/filters`, draft)).id
  },
  /** For the organization, as its own would be hidden from others. */
  dashboard_id: async (world) => {
    const query = { measures: ['count'] }
    const draft = {
      name: 'Figures',
      visibility: 'organization',
      widgets: [{ title: 'Tasks', source: 'tasks', query }],
    }
    const path = `/api/v1/organizations/${world.org}/bi/dashboards`
    return (await world.people.owner.ok('POST', path, draft)).id
  },
  widget_id: async (world) => {
    const path = `/api/v1/organizations/${world.org}/bi/dashboards/${await world.value('dashboard_id')}`
    return (await world.people.owner.ok('GET', path)).widgets[0].id
  },
  contract_milestone_id: async (world) => {
    const path = `/api/v1/organizations/${world.org}/contracts/${await world.value('contract_id')}/milestones`
    return (await world.people.owner.ok('POST', path, { name: 'On delivery', amount_minor: 250_000 })).id
  },
  document_comment_id: async (world) => {
    const path = `/api/v1/organizations/${world.org}/documents/${await world.value('document_id')}/comments`
    return (await world.people.owner.ok('POST', path, { body: 'Is this still so?' })).id
  },
  /** On everybody's desktop, as each person has their own. */
  key: async (world) => {
    for (const who of Object.values(world.people))
      await who.ok('PUT', `/api/v1/organizations/${world.org}/desktop-state/windows`, { value: {} })
    return 'windows'
  },
  /** Of no organization. */
  job_id: async () => {
    const id = uuidv7()
    await asOwner(
      `insert into parked_jobs (id, org_id, topic, payload, created_at, attempts)
        values ($1, '00000000-0000-0000-0000-000000000000', 'daily', '{}', now(), 10)`,
      [id],
    )
    return id
  },
  number: async () => '1',
  emoji: async () => '👍',
  request_id: async () => request(await client()),
  /** The owner's, for a mention by the member. */
  notification_id: async (world) => {
    const { owner, member } = world.people
    const home = `/api/v1/organizations/${world.org}`
    const draft = { body: `@[Owner](user:${owner.id})` }
    const { id } = await member.ok('POST', `${home}/tasks/${await world.value('task_id')}/comments`, draft)
    await settled({ org: { id: world.org } })
    const { items } = await owner.ok('GET', `${home}/notifications?limit=200`)
    return items.find(({ comment_id }: Json) => comment_id === id).id
  },
  provider_url: async () => parts().externalUrl,
  /** A repository on the host that the organization is connected to. */
  repository_name: async (world) => {
    const draft = {
      provider: 'github',
      token: 'ghp_exampleexample1234',
      base_url: await world.value('provider_url'),
    }
    await world.people.owner.ok('PUT', `/api/v1/organizations/${world.org}/repository-integration`, draft)
    return 'ada/engine'
  },
  app_key: () => Promise.resolve('spreadsheet-reports'),
  installed_app_key: async (world) => {
    const key = 'automation-connector'
    const body = { accept_scopes: manifestOf(key)!.requested_scopes }
    const path = `/api/v1/organizations/${world.org}/apps/${key}/install`
    await world.people.owner.ok('POST', path, body)
    // As before a version that asks for one thing more.
    await asOwner(
      'update app_installations set granted_scopes = granted_scopes[2:] where org_id = $1 and app_key = $2',
      [world.org, key],
    )
    return key
  },
  link_id: async (world) => {
    await world.value('repository_name')
    const path = `/api/v1/organizations/${world.org}/projects/${await world.value('project_id')}/repositories`
    return (await world.people.owner.ok('POST', path, { full_name: 'ada/notes' })).id
  },
  place_id: async (world) => {
    const path = `/api/v1/organizations/${world.org}/addresses/autocomplete?q=unter%20den%20linden`
    return (await world.people.owner.ok('GET', path)).items[0].id
  },
  entry_id: async (world) => {
    const home = `/api/v1/organizations/${world.org}`
    await world.value('tag_id')
    return (await world.people.owner.ok('GET', `${home}/audit-log?limit=1`)).items[0].id
  },
  /** The viewer's, besides the one that every person of this world has. */
  session_id: async (world) => {
    const [session] = await asOwner<{ id: string }>(
      `insert into sessions (id, user_id, refresh_hash, expires_at)
        values (uuidv7(), $1, sha256(uuidv7()::text::bytea), now() + interval '1 day') returning id`,
      [world.people.viewer.id],
    )
    return session!.id
  },
  /** Offered to the viewer, who has not agreed yet. */
  my_key_id: async ({ people, org }) => {
    const draft = { name: 'Offered', user_id: people.viewer.id }
    return (await people.owner.ok('POST', `/api/v1/organizations/${org}/api-keys`, draft)).id
  },
  /** Linked to the viewer's account. */
  identity_id: async ({ people }) => {
    const [identity] = await asOwner<{ id: string }>(
      `insert into user_identities (id, user_id, provider, issuer, subject)
        values (uuidv7(), $1, 'google', 'https://accounts.google.com', uuidv7()::text) returning id`,
      [people.viewer.id],
    )
    return identity!.id
  },
  authorization_id: async (world) => (await connected(world.people.viewer)).id,
  /** The viewer's, of an app that is not confirmed yet. */
  totp_secret: async (world) =>
    (await world.people.viewer.ok('POST', `${factorAt}/totp`, { password: usualPassword })).secret,
  /** For the viewer's session; valid as long as the tests run. */
  passkey_ticket: async (world) => {
    const { viewer } = world.people
    const [{ proven }] = (await asOwner(
      'select app.password_fingerprint(password_hash) as proven from users where id = $1',
      [viewer.id],
    )) as [{ proven: string }]
    const site = { rp: 'service.test', origin: 'https://service.test' }
    const payload = { site, person: viewer.id, session: sessionOf(viewer), proven }
    const claims = { purpose: 'add_passkey', nonce: uuidv7(), held: payload }
    return signClaims(env().JWT_KEYS, claims, 24 * 3600, new Date())
  },
  passkey_id: async (world) => (await guardedOf(world)).passkey,
  ...okrFixtures,
  ...billingFixtures,
  ...vaultFixtures,
  ...webhookFixtures,
  ...meetingFixtures,
  ...exportFixtures,
  ...organizationImportFixtures,
  ...importFixtures,
  ...peopleFixtures,
  ...holdingFixtures,
  ...sharingFixtures,
  ...portalFixtures,
}

/** The session id in the caller's cookie. */
const sessionOf = ({ headers }: Caller) =>
  JSON.parse(atob(/access_token=[^.]+\.([^.]+)/.exec(headers.cookie!)![1]!)).sid as string

/** Values computed each time an example needs them: lists of ids, codes, and responses of a browser. */
export const generated: Record<string, (world: World) => Promise<unknown>> = {
  guarded_code: async (world) => codeOf((await guardedOf(world)).secret),
  totp_code: async (world) => codeOf(await world.value('totp_secret')),
  passkey_registration: async (world) => {
    const challenge = challengeOf(await world.value('passkey_ticket'))
    return new Authenticator().create({ challenge, rp: { id: 'service.test' }, user: {} })
  },
  ...portalGenerated,
  ...peopleGenerated,
  /** Of an organization whose present number has issued. */
  next_tax_number: async (world) => {
    await anyIssuer(world.org)
    await world.create('issued_invoice_id')
    return uuidv7().slice(-12).toUpperCase()
  },
  column_ids: async (world) => {
    const path = `/api/v1/organizations/${world.org}/projects/${await world.value('project_id')}/columns`
    const { items } = await world.people.owner.ok('GET', path)
    return items.map(({ id }: Json) => id).toReversed()
  },
  stage_ids: async (world) => {
    const stages = 'select id from pipeline_stages where pipeline_id = $1 order by position desc'
    return (await asOwner(stages, [await world.value('pipeline_id')])).map(({ id }) => id)
  },
}
