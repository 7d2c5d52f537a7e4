import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { allTools as catalogue, everyTool } from '../mcp/all-tools.ts'
import type { Operation } from '../../src/kit/operation.ts'
import { asOwner, call, type Caller } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { outbox } from '../kit/mail.ts'
import { modern } from '../mcp/rpc.ts'
import {
  canaryOffice,
  confidential,
  deciding,
  exportOf,
  keyOf,
  kinds,
  later,
  type Office,
  unpublished,
} from './canary-office.ts'
import { operations, World } from './world.ts'

await ownDatabase()

const everything: Record<string, string> = { ...confidential, ...deciding, ...kinds }
const reads = operations.filter(({ method, role }) => method === 'GET' && role !== 'public')
/** The types of leave of an organization are known to its members. */
const listsTypes = new Set(['listLeaveTypes', 'getLeaveType'])

const outputs = ['debug', 'error', 'info', 'log', 'warn'] as const
const printed: string[] = []
let office: Office
let paths: [operation: Operation, path: string][]
beforeAll(async () => {
  for (const output of outputs)
    vi.spyOn(console, output).mockImplementation((...parts) => void printed.push(parts.map(String).join(' ')))
  outbox.length = 0
  office = await canaryOffice()
  paths = []
  for (const operation of reads) for (const path of await pathsOf(operation)) paths.push([operation, path])
}, 120_000)
afterAll(() => vi.restoreAllMocks())

/** Files are listed of what they are attached to. */
const filesOf = ({ id }: Operation) =>
  id === 'listAttachments'
    ? office.ids.request_id!.map(
        (entity_id) => new URLSearchParams({ entity_type: 'leave_request', entity_id }),
      )
    : []
const keysOf = ({ query }: Operation) => Object.keys((query as { shape?: object } | undefined)?.shape ?? {})

/** The path of the example, the same about the person and their objects, with filters for them, and searches. */
async function pathsOf(operation: Operation): Promise<string[]> {
  const { path, params, query } = await office.world.example(operation)
  const bare = path.slice(0, path.length - query.length)
  const about = Object.entries(params).reduce(
    (found, [name, value]) =>
      (office.ids[name] ?? []).length
        ? found.flatMap((at) => office.ids[name]!.map((id) => at.replace(`/${value}`, `/${id}`)))
        : found,
    [bare],
  )
  const keys = keysOf(operation)
  const filters = new URLSearchParams(query)
  if (keys.includes('from')) {
    filters.set('from', later(-40))
    filters.set('to', later(45))
  }
  if (keys.includes('limit')) filters.set('limit', '50')
  const whose = ['employee_id', 'user_id'].filter((key) => keys.includes(key))
  const sets = [
    filters,
    ...filesOf(operation),
    ...whose.map((key) => new URLSearchParams([...filters, [key, office.ids[key]![0]!]])),
  ]
  const words = keys.includes('q') ? Object.values(everything) : []
  const searches = words.map((q) => new URLSearchParams([...new URLSearchParams(query), ['q', q]]))
  const all = [...sets, ...searches].map(String).map((text) => text && `?${text}`)
  return [...new Set([path, ...about.flatMap((at) => all.map((text) => at + text))])]
}

/** The names of the canaries in a text, which may repeat what was searched for. */
function canariesIn(text: string, path = ''): string[] {
  const echo = new URL(path, 'http://x').searchParams.get('q')
  const rest = echo === null ? text : text.replaceAll(JSON.stringify(echo), '""')
  return Object.entries(everything).flatMap(([name, canary]) => (rest.includes(canary) ? [name] : []))
}

/** Which canaries somebody reads, and by which operations. */
async function seenBy({ headers }: { headers: Record<string, string> }): Promise<Map<string, Set<string>>> {
  const seen = new Map<string, Set<string>>()
  for (const [operation, path] of paths) {
    const { text } = await call('GET', path, { headers })
    for (const name of canariesIn(text, path)) {
      if (name in kinds && listsTypes.has(operation.id)) continue
      seen.set(name, (seen.get(name) ?? new Set()).add(operation.id))
    }
  }
  return seen
}
const leaks = (seen: Map<string, Set<string>>, allowed: object = {}) =>
  [...seen].flatMap(([name, ids]) => (name in allowed ? [] : [`${name}: ${[...ids].join(', ')}`]))

describe('what is private to an employee', () => {
  test('is read by the person and by admins, so this test can fail', async () => {
    /** Kept sealed, and shown to nobody again. */
    const sealed = new Set([
      'national id',
      'iban',
      'PIN at kiosks',
      'secret of the vault',
      'key of one-time codes',
    ])
    const open = Object.keys(everything).filter((name) => !sealed.has(name))
    expect([...(await seenBy(office.world.people.admin)).keys()].toSorted()).toEqual(open.toSorted())
    const own = open.filter((name) => !unpublished.includes(name))
    expect([...(await seenBy(office.victim)).keys()].toSorted()).toEqual(own.toSorted())
  }, 120_000)

  test('is no birthday that the person lets colleagues know: they read the day, and no year of birth', async () => {
    const at = `/api/v1/organizations/${office.world.org}/employees/birthdays?from=${later(0)}&to=${later(20)}`
    const { items } = await office.colleague.ok('GET', at)
    expect(items).toEqual([{ employee_id: office.employee.id, name: 'Vera', date: later(5) }])
  })

  test('is told to whoever decides as far as that needs it', async () => {
    const seen = await seenBy(office.boss)
    expect(leaks(seen, { ...deciding, ...kinds })).toEqual([])
    expect(seen.has('reason of leave')).toBe(true)
  }, 120_000)

  const others: Record<
    string,
    () => Promise<{ headers: Record<string, string> }> | { headers: Record<string, string> }
  > = {
    'a colleague': () => office.colleague,
    'the key of a colleague': () => office.colleagueKey,
    'a manager of others': () => office.stranger,
    'a viewer': () => office.world.people.viewer,
    'a contact in the portal': () => office.world.contact,
    'an admin of another organization': async () => (await World.make()).people.owner,
    'an operator': () => office.world.operator,
    nobody: () => ({ headers: {} }),
  }
  test.for(Object.keys(others))('is not read by %s', { timeout: 120_000 }, async (who) => {
    expect(leaks(await seenBy(await others[who]!()))).toEqual([])
  })

  test('is not read by an operator who impersonates a colleague, the person or an admin', async () => {
    for (const target of [office.colleague, office.victim, office.world.people.owner]) {
      const { cookie, operator } = await impersonating(target)
      const seen = await seenBy({ headers: { cookie: `${operator.headers.cookie}; ${cookie}` } })
      const allowed = target === office.world.people.owner ? { ...deciding, ...kinds } : {}
      expect(leaks(seen, allowed)).toEqual([])
    }
  }, 240_000)

  test('is not told by tools', async () => {
    const told = async (who: Caller) => {
      const { token } = (await keyOf(office.world, who)) as unknown as { token: string }
      const found = new Set<string>()
      for (const { name, operation: id, annotations } of catalogue as unknown as Tool[]) {
        if (!annotations.readOnlyHint) continue
        const operation = operations.find((one) => one.id === id)!
        const { params, query } = await office.world.example(operation)
        const { org_id: _, ...named } = params
        const own = Object.fromEntries(
          Object.keys(named).map((key) => [key, office.ids[key]?.[0] ?? named[key]]),
        )
        const whose = keysOf(operation).includes('employee_id') ? { employee_id: office.employee.id } : {}
        for (const detail of [{}, { detail: 'full' }]) {
          const args = { ...Object.fromEntries(new URLSearchParams(query)), ...own, ...whose, ...detail }
          const { text } = await modern('tools/call', { name, arguments: args }, { token, query: everyTool })
          for (const canary of canariesIn(text)) if (!(canary in kinds)) found.add(`${name}: ${canary}`)
        }
      }
      return [...found]
    }
    expect(await told(office.colleague)).toEqual([])
    expect((await told(office.world.people.owner)).length).toBeGreaterThan(3)
  }, 120_000)

  test('is in no export and no calendar of others', async () => {
    expect(canariesIn(await exportOf(office.colleague))).toEqual([])
    expect(canariesIn(await exportOf(office.boss))).toEqual([])
    expect(canariesIn(await exportOf(office.world.people.owner))).toEqual([])
    expect(canariesIn(await exportOf(office.victim))).toEqual(
      expect.arrayContaining(['salary', 'name of a certificate', 'note of a payslip line']),
    )
    const at = `/api/v1/organizations/${office.world.org}/calendar/subscription`
    for (const who of [office.colleague, office.stranger, office.boss]) {
      const { url } = await who.ok('POST', at, {})
      const { text } = await call('GET', new URL(url).pathname)
      expect(text).toContain('BEGIN:VCALENDAR')
      expect(canariesIn(text)).toEqual([])
    }
  }, 120_000)

  test('is in its own table, and in no audit entry, notification, mail, job or log line', async () => {
    const homes: Record<string, string[]> = {
      employee_compensations: ['salary', 'component', 'compensation note'],
      employee_national_ids: ['end of the national id'],
      employee_records: [
        'birth date',
        'personal email',
        'phone',
        'address',
        'emergency contact',
        'emergency phone',
        'notes',
      ],
      payslips: ['salary', 'component'],
      payslip_lines: [
        'component',
        'name of a payslip line',
        'amount of a payslip line',
        'note of a payslip line',
        'note of a draft payslip',
      ],
      leave_requests: ['reason of sick leave', 'reason of leave', 'note of a rejection'],
      attachments: ['name of a certificate', 'caption of a certificate'],
      leave_ledger: ['note of an adjustment'],
      working_hours_log: ['reason of a correction'],
      capacity_allocations: ['note of an allocation'],
      leave_types: ['type of leave', 'type of sick leave'],
      // The names of types are no secret; whose leave it is, no entry of these says.
      audit_log: ['type of leave', 'type of sick leave'],
    }
    const tables = await asOwner<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    const found: Record<string, string[]> = {}
    for (const { name } of tables) {
      const [{ canaries }] = (await asOwner(
        `select coalesce(array_agg(c.name), '{}') as canaries from unnest($1::text[], $2::text[]) c(name, word)
          where exists (select from "${name}" t where strpos(t::text, c.word) > 0)`,
        [Object.keys(everything), Object.values(everything)],
      )) as [{ canaries: string[] }]
      if (canaries.length) found[name] = canaries.toSorted()
    }
    const expected = Object.entries(homes).map(([name, list]) => [name, list.toSorted()])
    expect(found).toEqual(Object.fromEntries(expected))
    expect(outbox.length).toBeGreaterThan(0)
    expect(outbox.flatMap((mail) => canariesIn(JSON.stringify(mail)))).toEqual([])
    expect(printed.flatMap((line) => canariesIn(line))).toEqual([])
  })
})
type Tool = { name: string; operation: string; annotations: Record<string, boolean> }
