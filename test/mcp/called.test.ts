import { beforeAll, describe, expect, test } from 'vitest'
import { allTools as catalogue, everyTool } from './all-tools.ts'
import { nouns } from '../../src/mcp/names.ts'
import { allEntities } from '../../scripts/stack/entities.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { fullWorld } from '../contract/full-world.ts'
import type { World } from '../contract/world.ts'
import { client } from '../kit/invoices.ts'
import { anotherPipeline, sales } from '../kit/deals.ts'
import { workspace } from '../kit/makers.ts'
import { keyOf, modern, oauthTokenOf } from './rpc.ts'

type Tool = {
  name: string
  slots?: Record<string, string>
  annotations: { readOnlyHint: boolean; destructiveHint: boolean }
}
const tools = catalogue as unknown as (Tool & { inputSchema: { properties: Json; required?: string[] } })[]
const idSlots = tools.flatMap(({ name, slots = {}, inputSchema }) =>
  Object.keys(inputSchema.properties)
    .filter((slot) => /_ids?$/.test(slot) && slot !== 'organization_id' && !(slot in slots))
    .map((slot) => `${name} ${slot}`),
)

const use = async (token: string, name: string, args: object): Promise<Json> => {
  const { body } = await modern('tools/call', { name, arguments: args }, { token, query: everyTool })
  return JSON.parse(body.result.content[0].text)
}

/** What has no name, and what is no object of the service. This list may only shrink. */
const nameless = {
  'comments, messages and files': /_?(comment|event|attachment)_ids?$|comment parent_id$/,
  'what others call so': / (external|tax|issuer_tax)_id$/,
  'what is only found in a list':
    / (dependency|invitation|notification|baseline|link|repository|payment|entry|authorization)_id$/,
}

test('every id slot of a tool takes what people say, but for what has no name', () => {
  expect(idSlots.filter((slot) => !Object.values(nameless).some((pattern) => pattern.test(slot)))).toEqual([])
  expect(idSlots.length).toBeLessThanOrEqual(33)
})

describe('in an organization with an object of every kind', () => {
  let world: World
  let token: string
  /** What somebody connected, who reads more than keys do. */
  let browsing: string
  beforeAll(async () => {
    world = await fullWorld()
    const key = await world.people.owner.ok('POST', `/api/v1/organizations/${world.org}/api-keys`, {
      name: 'names',
    })
    token = key.token as string
    browsing = await oauthTokenOf(world.people.owner)
  }, 120_000)

  /** An argument at its place: `lines.tax_rate_id` is in each object of a list. */
  const given = ({ inputSchema }: (typeof tools)[number], slot: string, value: string): Json => {
    const [first, ...rest] = slot.split('.')
    const inner = rest.reduceRight<unknown>((of, name) => ({ [name]: of }), value)
    const { type } = inputSchema.properties[first!] as { type?: string }
    return { [first!]: type === 'array' && rest.length ? [inner] : inner }
  }
  const slotsOf = (kind?: string) =>
    tools.flatMap((tool) =>
      Object.entries(tool.slots ?? {}).flatMap(([slot, of]) =>
        kind === undefined || of === kind ? [{ tool, slot, of }] : [],
      ),
    )

  test('every slot says what is unknown in the words of its kind', async () => {
    const wrong: string[] = []
    /** The kinds of which a refusal says which ones there are. */
    const chosen = new Set<string>()
    let tried = 0
    for (const { tool, slot, of } of slotsOf()) {
      if (of === '@mentions') continue
      const beside = of.startsWith('@') ? { [of.slice(1)]: 'client' } : {}
      const noun = nouns[of.startsWith('@') ? 'client' : of]
      const { error } = await use(of === 'payslip' ? browsing : token, tool.name, {
        ...(of === 'payslip' && { organization_id: world.org }),
        ...beside,
        ...given(tool, slot, 'Nobody 4711 Ω'),
      })
      tried++
      const isTime = of === 'day' || of === 'moment'
      const expected = isTime
        ? `${slot}: "Nobody 4711 Ω" is no ${of}; write `
        : `${slot}: no ${noun} "Nobody 4711 Ω"`
      const [said, choices] = String(error?.message).split('; there are ')
      if (choices) chosen.add(of)
      if (isTime ? !error?.message.startsWith(expected) : said !== expected)
        wrong.push(`${tool.name} ${slot}: ${error?.message}`)
    }
    expect(wrong).toEqual([])
    const few = 'business_calendar contract_template expense_category invoice_series pipeline pipeline_stage'
    expect([...chosen].toSorted()).toEqual([...few.split(' '), 'sla_policy', 'tax_rate'])
    expect(tried).toBeGreaterThan(300)
  }, 120_000)

  test('a name means what its id means, for who may find it, and nobody else', async () => {
    const viewer = await oauthTokenOf(world.people.viewer)
    const met: string[] = []
    for (const { name: table, columns, facts } of await allEntities()) {
      const called = facts.called?.(columns)
      if (!called?.name && !called?.numbers) continue
      const kind = facts.kind!
      const { name = called.numbers![0]!, begins } = called
      // What a tool takes beside a project is looked up in it.
      const ofProject = columns.project_id?.notNull
        ? `and project_id = '${await world.value('project_id')}'`
        : ''
      const live = `${columns.deleted_at ? 'and deleted_at is null' : ''} ${ofProject}`
      const alone = `select id, ${name.name}::text as name from ${table} t where org_id = $1 ${live}
        and ${name.name} is not null ${begins ? `and left(${name.name}, 3) ~ '^\\S{3}'` : ''} and not exists (select from ${table} o where o.org_id = t.org_id and o.id <> t.id
          and starts_with(app.folded(o.${name.name}::text), app.folded(left(t.${name.name}::text, 3)))) limit 1`
      // A name that the database puts together is changed by its first part.
      const written = name.generated ? columns.first_name! : name
      const rename = `update ${table} set ${written.name} = 'Q7z ${kind}' where id = (select id from ${table}
        where org_id = $1 ${live} order by id limit 1)`
      if (!(await asOwner(alone, [world.org])).length) await asOwner(rename, [world.org])
      const [row] = await asOwner(alone, [world.org])
      const others = ({ tool, slot }: { tool: (typeof tools)[number]; slot: string }) =>
        (tool.inputSchema.required ?? []).filter((one) => one !== slot)
      const slots = slotsOf(kind).filter(
        (one) =>
          !one.slot.includes('.') && others(one).every((param) => /^(project|contract)_id$/.test(param)),
      )
      const whole =
        slots.find(({ tool }) => tool.annotations.readOnlyHint) ??
        slots.find(({ tool }) => tool.annotations.destructiveHint)
      // No tool takes it alone: what is refused then is what else is missing.
      const at = whole ?? slotsOf(kind)[0]!
      expect([kind, Boolean(row)]).toEqual([kind, true])
      const beside: Json = {}
      if (whole) for (const param of others(at)) beside[param] = await world.value(param)
      const own = kind === 'payslip' ? browsing : token
      if (kind === 'payslip') beside.organization_id = world.org
      const by = async (said: string, who = own) =>
        withoutRequest(await use(who, at.tool.name, { ...beside, ...given(at.tool, at.slot, said) })) as Json
      const byId = await by(row!.id as string)
      const outcome = whole ? 'confirmation_required' : 'validation_error'
      expect([kind, byId.error?.code ?? outcome]).toEqual([kind, outcome])
      expect([kind, await by(row!.name as string)]).toEqual([kind, byId])
      met.push(kind)
      if (begins) expect([kind, await by((row!.name as string).slice(0, 3))]).toEqual([kind, byId])
      const least = called.leastLevel ?? facts.item?.(columns).leastLevel
      if (least) expect((await by(row!.name as string, viewer)).error.message).toContain(`no ${nouns[kind]} `)
    }
    expect(met.length).toBeGreaterThan(20)
  }, 120_000)
})
/** Without what differs from one request to the next: their ids, and times that pass. */
const withoutRequest = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner) => {
      if (/^request_id$|_seconds$|_minutes$|^percent$/.test(key)) return undefined
      return typeof inner === 'string' ? inner.replaceAll(/\boutside \w{6}\b/g, 'outside') : inner
    }),
  )

test('a name is narrowed by what is named beside it: a stage by its pipeline or the deal, a contact by its client', async () => {
  const sold = await sales()
  const { ws, pipeline, stage } = sold
  const renewals = await anotherPipeline(sold)
  const { id } = await sold.draft({ title: 'New hall', pipeline_id: pipeline.id })
  const { token } = await keyOf(ws)
  const moved = await use(token, 'move_deal', { deal_id: 'New hall', stage_id: 'proposal' })
  expect(moved.error).toBeUndefined()
  expect((await sold.get(id)).stage_id ?? (await sold.get(id)).stage.id).toBe(stage.Proposal)
  const several = (await use(token, 'list_deals', { stage_id: 'Proposal' })).error.message
  expect(several).toContain('may be several')
  for (const { name } of [pipeline, renewals]) expect(several).toContain(`Proposal (${name})`)
  expect(
    (await use(token, 'list_deals', { pipeline_id: pipeline.name, stage_id: 'Proposal' })).items,
  ).toHaveLength(1)
  const [first, second] = [await client(ws, { name: 'Acme Ltd' }), await client(ws, { name: 'Bolt Ltd' })]
  for (const one of [first, second])
    await ws.owner.ok('POST', `${ws.base}/clients/${one.id}/contacts`, { name: 'Sam Carter' })
  const ticket = await use(token, 'create_ticket', {
    subject: 'Broken',
    description: 'Help',
    client_id: 'acme',
    contact_id: 'Sam Carter',
  })
  expect(ticket.error).toBeUndefined()
  const assigned = await use(token, 'update_ticket', {
    ticket_id: ticket.key,
    assignee_user_id: 'me',
  })
  expect(assigned.error).toBeUndefined()
})

test('names of another organization are unknown', async () => {
  const [ws, elsewhere] = [await workspace(), await workspace()]
  await client(elsewhere, { name: 'Only theirs' })
  const { token } = await keyOf(ws)
  expect((await use(token, 'get_client', { client_id: 'Only theirs' })).error.message).toBe(
    'client_id: no client has the name or tax number "Only theirs"',
  )
})
