import { createContext, type FC, useContext } from 'hono/jsx'
import { sayWhen, type Written } from './say.ts'

/** The locale and time zone in which the reader sees times. */
type Reader = { locale: string; zone: string }
export const Reader = createContext<Reader>({ locale: 'en-GB', zone: 'UTC' })

type ReaderPerson = {
  locale?: string | null
  timezone?: string | null
  organizations?: { timezone: string }[]
} | null

/** A person's locale and time zone; the zone falls back to that of the organization or of their first one. */
export const readerOf = (person: ReaderPerson | undefined, zone?: string): Reader => ({
  locale: person?.locale ?? 'en-GB',
  zone: person?.timezone ?? zone ?? person?.organizations?.[0]?.timezone ?? 'UTC',
})

const isDate = (at: string) => at.length === 10
/** The month by name, since the order of day and month numbers differs between countries. */
const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const

/** A day, such as "8 Nov 2026", from a date, or from a moment in the reader's zone. */
export const Day: FC<{ at: string }> = ({ at }) => {
  const { locale, zone } = useContext(Reader)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: isDate(at) ? 'UTC' : zone }).format(new Date(at))
  return (
    <time datetime={at} title={format({ dateStyle: 'full' })}>
      {format(date)}
    </time>
  )
}

/** A day with its weekday, such as "Monday, 9 Nov 2026". */
export const WeekDay: FC<{ at: string }> = ({ at }) => {
  const { locale } = useContext(Reader)
  const format = new Intl.DateTimeFormat(locale, { ...date, weekday: 'long', timeZone: 'UTC' })
  return <time datetime={at}>{format.format(new Date(at))}</time>
}

/** A moment in the reader's zone, such as "8 Nov 2026, 14:05". */
export const Moment: FC<{ at: string }> = ({ at }) => {
  const { locale, zone } = useContext(Reader)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(new Date(at))
  return (
    <time datetime={at} title={`${format({ dateStyle: 'full', timeStyle: 'short' })} (${zone})`}>
      {format({ ...date, ...time })}
    </time>
  )
}

/** A day, or a moment: in UTC or by the clock of its place. One that says how days are written stays. */
const written = /(?<!\bas )(\b\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?\b)/

/** A text of the service, such as a warning, with the days and moments in it as the reader writes them. */
export const InWords: FC<{ text: string }> = ({ text }) => (
  <>
    {text.includes('year-month-day')
      ? text
      : text.split(written).map((part, place) => (place % 2 ? <DayOrMoment at={part} /> : part))}
  </>
)
const DayOrMoment: FC<{ at: string }> = ({ at }) =>
  Number.isNaN(Date.parse(at)) ? (
    <>{at}</>
  ) : at.endsWith('Z') ? (
    <Moment at={at} />
  ) : (
    <>
      <Day at={at.slice(0, 10)} />
      {isDate(at) ? null : `, ${at.slice(11, 16)}`}
    </>
  )

type Happened = string | null | undefined
/** What happened and on which day, such as "Issued 8 Nov 2026"; nothing where it did not. */
export const onDay = <T extends string>(what: Written<T>, day: Happened) =>
  day ? <>{sayWhen(what, <Day at={day} />)}</> : null
/** The same with the time of day. */
export const atMoment = <T extends string>(what: Written<T>, at: Happened) =>
  at ? <>{sayWhen(what, <Moment at={at} />)}</> : null

/** The time of day in the reader's zone, such as "14:05" or, by the second, "14:05:30", for what is at most hours away. */
export const Clock: FC<{ at: string; seconds?: boolean }> = ({ at, seconds }) => {
  const { locale, zone } = useContext(Reader)
  const timeStyle = seconds ? 'medium' : 'short'
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle }).format(new Date(at))
  return (
    <time datetime={at} title={zone}>
      {format}
    </time>
  )
}

/** Formats a date without its year, such as "8 Nov", where the context shows the year. */
export function useShortDay(): (date: string) => string {
  const { locale } = useContext(Reader)
  const form = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' })
  return (one) => form.format(new Date(one))
}

/** Formats a month such as `2026-11`: "November 2026". */
export function useMonth(): (month: string) => string {
  const { locale } = useContext(Reader)
  const form = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' })
  return (one) => form.format(new Date(`${one}-01`))
}
