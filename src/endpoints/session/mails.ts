import { type SQL, sql } from 'drizzle-orm'
import { addressOf, type Context } from '../../kit/http.ts'
import { jsonb } from '../../kit/sql.ts'
import { deviceFrom } from '../../shared/device.ts'
import { languageOf } from '../../shared/mail/texts/texts.ts'
import { shardOfAccounts } from '../../shared/shards.ts'
import { outsideOf } from '../../shared/outside.ts'

const sendsMail = (c: Context) => outsideOf(c.env).mail.missing === null
const language = (c: Context) => languageOf(c.req.header('accept-language'))

/** Queues the mail that verifies a new person's address, where the deployment sends mail. */
export const mailVerification = (c: Context, person: string): SQL[] =>
  sendsMail(c)
    ? [
        sql`select app.queue_mail('verify_address', ${person}::uuid, null,
          ${jsonb({ language: language(c) })})`,
      ]
    : []

/** The facts of the warning about a sign-in on an unknown device; none where the deployment sends no mail. */
export const newDeviceWarning = (c: Context) =>
  sendsMail(c)
    ? {
        warning: {
          language: language(c),
          at: new Date().toISOString(),
          device: deviceFrom(c.req.header('user-agent')),
          place: addressOf(c),
        },
      }
    : {}

/** Sends the queued mail of accounts after the response. */
export const sendLater = (c: Context) => c.get('after')(() => c.get('drain')([shardOfAccounts]))
