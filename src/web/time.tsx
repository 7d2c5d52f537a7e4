import { createContext, type FC, useContext } from 'hono/jsx'

/** How whoever reads a page reads times. */
type Reader = { locale: string; zone: string }
export const Reader = createContext<Reader>({ locale: 'en-GB', zone: 'UTC' })

type Someone = {
  locale?: string | null
  timezone?: string | null
  organizations?: { timezone: string }[]
} | null

/** A person's language and zone; without a zone of their own that of the organization, or of their first. */
export const readerOf = (person: Someone | undefined, zone?: string): Reader => ({
  locale: person?.locale ?? 'en-GB',
  zone: person?.timezone ?? zone ?? person?.organizations?.[0]?.timezone ?? 'UTC',
})

const isDate = (at: string) => at.length === 10
/** The month by its name, as numbers mean another day elsewhere. */
const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const

/** A day, such as "8 Nov 2026", from a date, or from a moment in the reader's zone. */
export const Day: FC<{ at: string }> = ({ at }) => {
  const { locale, zone } = useContext(Reader)
  const said = (how: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...how, timeZone: isDate(at) ? 'UTC' : zone }).format(new Date(at))
  return (
    <time datetime={at} title={said({ dateStyle: 'full' })}>
      {said(date)}
    </time>
  )
}

/** A moment in the reader's zone, such as "8 Nov 2026, 14:05". */
export const Moment: FC<{ at: string }> = ({ at }) => {
  const { locale, zone } = useContext(Reader)
  const said = (how: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...how, timeZone: zone }).format(new Date(at))
  return (
    <time datetime={at} title={`${said({ dateStyle: 'full', timeStyle: 'short' })} (${zone})`}>
      {said({ ...date, ...time })}
    </time>
  )
}

/** The time of day in the reader's zone, such as "14:05", for what ends within hours. */
export const Clock: FC<{ at: string }> = ({ at }) => {
  const { locale, zone } = useContext(Reader)
  const said = new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'short' }).format(new Date(at))
  return (
    <time datetime={at} title={zone}>
      {said}
    </time>
  )
}

/** Says a date without its year, such as "8 Nov", where the year is plain from what is beside it. */
export function useShortDay(): (date: string) => string {
  const { locale } = useContext(Reader)
  const form = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' })
  return (one) => form.format(new Date(one))
}
