import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { kiosks } from '../../../db/schema/kiosks.ts'
import { hashOf, makeToken } from '../../base/tokens.ts'
import { conflict, forbidden } from '../../kit/errors.ts'
import { count, moment, text } from '../../kit/fields.ts'
import { write } from '../../kit/operation.ts'
import { resource } from '../../kit/resource.ts'
import { answer, insert, json, jsonb } from '../../kit/sql.ts'
import { nameText } from '../../shared/names.ts'
import { fingerprintsOf } from '../../shared/sealing/fields.ts'
import { ClockEvent, HoursMode, offsetMoment } from './schemas.ts'

const kiosk = resource(kiosks, {
  noun: 'kiosk',
  name: 'Kiosk',
  at: '/working-hours/kiosks',
  item: '/working-hours/kiosks/{kiosk_id}',
  fields: { name: nameText(80).meta({ description: 'Where it stands', example: 'Entrance' }) },
  required: ['name'],
  shown: { last_used_at: moment().nullable().describe('When somebody last clocked at it') },
})
export const kioskTarget = kiosk.target

const isGuessed = (pin: string) =>
  /^(\d)\1{3,}$/.test(pin) || (pin.length > 3 && '0123456789876543210'.includes(pin))
const pin = () =>
  z
    .string()
    .regex(/^\d{4,8}$/, 'must be 4 to 8 digits')
    .refine((value) => !isGuessed(value), 'too easy to guess')
    .meta({ example: '7294' })
const KioskPin = z
  .strictObject({ pin: pin().nullable().describe('Of 4 to 8 digits, never shown again; null removes it') })
  .meta({ id: 'KioskPin' })
const KioskPinSet = z
  .object({ is_set: z.boolean().describe('Whether there is one') })
  .meta({ id: 'KioskPinSet' })

const KioskEvent = z
  .strictObject({
    employee_number: text(20).meta({ description: 'The number of who clocks', example: '0042' }),
    pin: z
      .string()
      .regex(/^\d{4,8}$/, 'must be 4 to 8 digits')
      .meta({ description: 'Their PIN', example: '7294' }),
    event: ClockEvent.describe('What happens'),
    mode: HoursMode.describe('Where; on_site unless sent'),
    occurred_at: moment().describe(
      'Now unless sent; at most 5 minutes ago, and 24 hours if captured_offline',
    ),
    captured_offline: z.boolean().describe('Whether the kiosk had no network then'),
  })
  .partial()
  .required({ employee_number: true, pin: true, event: true })
  .meta({ id: 'KioskEvent' })
const KioskRecord = z
  .object({
    seq: count().describe('Its place in the log'),
    name: z.string().describe('Who clocked'),
    event: ClockEvent.describe('What was recorded'),
    occurred_at: offsetMoment('When it happened, in the time of its place'),
    captured_offline: z.boolean().describe('Whether the kiosk had no network then'),
    hash: z.string().describe('Its hash, to keep and to compare'),
    repeated: z.boolean().describe('It was recorded already, within a minute'),
  })
  .meta({ id: 'KioskRecord' })

const Created = kiosk.Shown.extend({
  url: z
    .string()
    .nullable()
    .describe('The page to open on the device, whose last part is the token for other programs; shown once'),
}).meta({ id: 'CreatedKiosk' })

const admin: { role: 'admin'; not: ('api_key' | 'oauth' | 'impersonation')[] } = {
  role: 'admin',
  not: ['api_key', 'oauth', 'impersonation'],
}

/** A wrong PIN comes as an answer, so that it was counted. */
function opened(text: string): string {
  const { refused } = JSON.parse(text) as { refused?: string }
  if (refused !== undefined) throw forbidden(refused)
  return text
}

/** A PIN is known by its fingerprints alone: under each key of the deployment, the newest first. */
function printsOf(keys: Parameters<typeof fingerprintsOf>[0], value: string): string[] {
  const prints = Object.values(fingerprintsOf(keys, 'kiosk-pin', value))
  if (!prints.length) throw conflict('the deployment has no SEALING_KEYS, so no PIN can be kept')
  return prints
}

export const kioskOperations = [
  kiosk.list('listKiosks', 'List the devices at which people clock in and out', {
    role: 'admin',
    sort: 'name',
  }),
  write({
    id: 'createKiosk',
    summary: 'Let people clock in and out at a shared device',
    at: 'POST /working-hours/kiosks',
    ...admin,
    details:
      'What is recorded there names who added the kiosk as recording it, and the worker is told the same day.',
    response: { shownOnce: 'url' },
    status: 201,
    audit: 'kiosk.created',
    body: kiosk.Draft,
    returns: Created,
    refuses: [409],
    example: { body: { name: 'Entrance' } },
    run: ({ body, id, settings, outside }) => {
      const [newId, token] = [id(), makeToken('svc_ksk_', outside.cell)]
      const url = `${settings.baseUrl}/kiosk/${token}`
      return [
        insert(kiosks, { id: newId, ...body, token_hash: sql`decode(${hashOf(token)}, 'hex')` }),
        answer(
          sql`(select ${json({ ...kiosk.summary.fields, url: sql`${url}::text` })}
            from ${kiosks} where ${kiosk.row(newId)})`,
        ),
      ]
    },
  }),
  kiosk.remove('deleteKiosk', 'Remove a kiosk; nobody clocks at it any more', admin),
  write({
    id: 'setKioskPin',
    summary: 'Set the PIN by which somebody clocks at kiosks',
    at: 'PUT /employees/{employee_id}/kiosk-pin',
    ...admin,
    or: 'owner',
    details: 'Your own, in your own browser session; admins set those of people without an account.',
    audit: 'employee.kiosk_pin_set',
    body: KioskPin,
    returns: KioskPinSet,
    refuses: [409],
    example: { body: { pin: '7294' } },
    run: ({ params: { employee_id }, body: { pin: sent }, outside }) => {
      const print = sent === null ? null : printsOf(outside.sealingKeys(), sent)[0]!
      return [
        sql`select app.set_kiosk_pin(${employee_id}::uuid, ${print})`,
        answer(json({ is_set: sql`${sent !== null}::boolean` })),
      ]
    },
  }),
  write({
    id: 'recordAtKiosk',
    summary: 'Clock somebody in or out at a kiosk, by number and PIN',
    at: 'POST ~/kiosks/{token}/working-hours',
    role: 'public',
    byToken: { kind: 'svc_ksk_', noun: 'kiosk' },
    // Everybody of a shift comes at once, from one address.
    perMinute: 300,
    details:
      'Appended to the log as recordWorkingHours does. Without network the kiosk keeps the event with its time, and sends it ' +
      'with captured_offline within 24 hours: it is marked, and follows in the log whatever came first.',
    audit: 'working_hours.recorded',
    body: KioskEvent,
    returns: KioskRecord,
    refuses: [403, 409],
    example: { body: { employee_number: '{kiosk_number}', pin: '7294', event: 'clock_in' } },
    transform: opened,
    run: ({ params: { token }, body: { pin: sent, ...entry }, outside }) =>
      answer(
        sql`app.record_at_kiosk(${token}, ${jsonb(entry)},
          array(select jsonb_array_elements_text(${jsonb(printsOf(outside.sealingKeys(), sent))})))`,
      ),
  }),
]
