import * as z from 'zod'

/** An IANA time zone that both this runtime and Postgres know. */
export const timezone = () =>
  z
    .string()
    .max(64, 'at most 64 characters')
    .refine(isTimezone, 'must be an IANA time zone')
    .meta({ description: 'IANA name, such as Europe/Berlin', example: 'Europe/Madrid' })

export function isTimezone(zone: string): boolean {
  try {
    return /^[A-Za-z]/.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
