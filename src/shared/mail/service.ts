import { type SQL, sql } from 'drizzle-orm'
import type { Env } from '../../base/config.ts'
import { Refusal } from '../../kit/errors.ts'
import { placeOf } from '../deployment.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { bindingMailer, type SendEmail } from './binding.ts'
import type { Address, Mailer } from './mailer.ts'
import { httpMailer, providers } from './providers.ts'

declare module '../../base/config.ts' {
  interface Env {
    /** `resend` or `postmark`; not needed where the platform's binding is there. */
    MAIL_PROVIDER?: string
    MAIL_API_KEY?: string
    /** Of the provider's webhook: `whsec_…` of Resend, `user:password` of Postmark. */
    MAIL_WEBHOOK_SECRET?: string
    /** Another address with the provider's API. */
    MAIL_URL?: string
    /** The sender of mail: `help@example.com` or `Service <help@example.com>`. */
    MAIL_FROM?: string
    /** The platform's binding for sending mail. */
    EMAIL?: SendEmail
  }
}

/** The mail service and its settings, or what the deployment lacks for it. */
export type MailService =
  | { missing: string }
  | {
      missing: null
      mailer: Mailer
      from: Address
      appName: string
      webUrl: string
      baseUrl: string
      keys: string
      /** The cell whose letter the tokens in mails carry. */
      cell: string
    }

/** The mail service of a deployment. Links in mail never follow the Host header of a request. */
export function mailServiceOf(env: Env, outbound: Outbound): MailService {
  const appName = env.APP_NAME || 'Service'
  const from = addressOf(env.MAIL_FROM ?? '', appName)
  const webUrl = trimmed(env.WEB_URL || env.BASE_URL)
  const mailer = mailerOf(env, outbound)
  if (typeof mailer === 'string') return { missing: mailer }
  if (!from) return { missing: 'MAIL_FROM must be an address, such as Service <help@example.com>' }
  if (!webUrl) return { missing: 'BASE_URL is not set' }
  return {
    missing: null,
    mailer,
    from,
    appName,
    webUrl,
    baseUrl: trimmed(env.BASE_URL) || webUrl,
    keys: env.JWT_KEYS,
    cell: placeOf(env).cell,
  }
}

const trimmed = (url: string | undefined) => (url ?? '').replace(/\/$/, '')

function mailerOf(env: Env, outbound: Outbound): Mailer | string {
  if (!env.MAIL_PROVIDER) return env.EMAIL ? bindingMailer(env.EMAIL) : 'MAIL_PROVIDER is not set'
  if (!Object.hasOwn(providers, env.MAIL_PROVIDER)) return 'MAIL_PROVIDER must be resend or postmark'
  const provider = providers[env.MAIL_PROVIDER as keyof typeof providers]
  return env.MAIL_API_KEY
    ? httpMailer(provider, outbound, env.MAIL_API_KEY, env.MAIL_URL)
    : 'MAIL_API_KEY is not set'
}

/** `Name <address>`, or an address alone with `name` as the name. */
function addressOf(setting: string, name: string): Address | null {
  const [, named, bracketed, bare] =
    /^(?:([^<>]*?)\s*<([^<>\s@]+@[^<>\s@]+)>|([^<>\s@]+@[^<>\s@]+))$/.exec(setting.trim()) ?? []
  const email = bracketed ?? bare
  return email ? { name: named || name, email } : null
}

const unconfigured = (missing: string) =>
  `this deployment sends no mail: ${missing}; its operator has to set it`

/** Rejects an operation that needs mail with 409, if the deployment sends none. */
export const requireMail = ({ missing }: MailService): SQL[] =>
  missing === null ? [] : [sql`select app.refuse('WMMAL', ${unconfigured(missing)})`]

/** The same for endpoints, before they do anything. */
export function refuseWithoutMail({ missing }: MailService) {
  if (missing !== null) throw new Refusal(409, 'mail_not_configured', unconfigured(missing))
}
