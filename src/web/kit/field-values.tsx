import type { Child } from 'hono/jsx'
import { majorOf } from '../../shared/money/currencies.ts'
import {
  asChoices,
  type Entry,
  nestedIn,
  type Offered,
  rowFields,
  rowsIn,
  saidChoices,
  timeOf,
} from './field-entries.ts'
import { minorOf, Money } from './money.tsx'
import { checkedIn, checkOf } from './inputs.tsx'
import { say } from './say.ts'
import { Day, Moment } from './time.tsx'
import type { Form } from './page-request.ts'
import { inWords } from './words.ts'
import { dayIn, momentIn, shownIn } from './zone.ts'

type Values = Record<string, unknown>
/** In which zone and, where the object has none, in which currency values are shown. */
export type ShownIn = Pick<FormContext, 'zone' | 'currency'>
/** What the values of a form depend on: the reader's time zone, the currency of amounts, and whether it changes an object. */
export type FormContext = {
  zone: string
  currency?: string | undefined
  change: boolean
  /** What the form would show of the object now: what is the same is not sent. */
  present?: Form | undefined
  /** The object that it changes. */
  object?: object | undefined
}
/** The body that a form makes, or what is wrong with its fields. */
export type Parsed = { body: Values; invalid?: never } | { invalid: Form; body?: never }

/** The body of a form. What it does not ask for is not sent; what was left empty is cleared where it changes an object. */
export function parsed(entries: Entry[], form: Form, context: FormContext): Parsed {
  const body: Values = {}
  const invalid: Form = {}
  for (const entry of entries.filter(({ isOwn }) => !isOwn)) {
    // What the operation needs is sent even if it is as it was.
    if (context.present && !entry.required && isSame(entry, form, context.present)) continue
    const value = enteredIn(entry, form, context)
    if (value instanceof Invalid) Object.assign(invalid, value.fields)
    else if (value instanceof Problem) invalid[value.field ?? entry.name] = value.message
    else if (value !== undefined) body[entry.name] = value
  }
  return Object.keys(invalid).length ? { invalid } : { body }
}

function enteredIn(entry: Entry, form: Form, context: FormContext): unknown {
  if (entry.rows) return rowsOf(entry, form, context)
  return entry.type === 'date-time' ? momentOf(entry, form, context) : valueOf(entry, form, context)
}

/** What is wrong with fields of rows. */
class Invalid {
  readonly fields: Form
  constructor(fields: Form) {
    this.fields = fields
  }
}

/** The objects of a list, each as its row says; what a row does not ask for is up to the page. */
function rowsOf({ name, rows }: Entry, form: Form, { object, ...context }: FormContext) {
  if (form[name] === undefined) return undefined
  const items = ((object as Values | undefined)?.[name] ?? []) as { id?: string }[]
  const parsedRows = rowsIn(form, name).map((row) => {
    const item = items.find(({ id }) => id === row.id) as undefined
    const { body, invalid } = rows!.fields.bodyOf(row, { ...context, change: false, present: undefined })
    return invalid ? { invalid } : { body: { ...body, ...rows!.also?.(row, item) } }
  })
  const invalid = rowFields(
    name,
    parsedRows.map((one) => one.invalid ?? {}),
  )
  return Object.keys(invalid).length ? new Invalid(invalid) : parsedRows.map(({ body }) => body)
}

/** Whether a field has what the object has. An amount in another currency is another amount. */
function isSame({ name, type, rows }: Entry, form: Form, present: Form): boolean {
  if (rows)
    return (
      JSON.stringify(rowsIn(form, name).map(sorted)) === JSON.stringify(rowsIn(present, name).map(sorted))
    )
  if (type === 'check') return (form[name] === 'no') === (present[name] === 'no')
  const same = (one: string) => one in form && plain(form[one]) === plain(present[one])
  if (type === 'list' && plain(form[name]) === 'asked')
    return checkedIn(form, name).toSorted().join() === checkedIn(present, name).toSorted().join()
  if (type === 'date-time') return same(name) && same(timeOf(name))
  return same(name) && (type !== 'money' || !('currency' in form) || same('currency'))
}
const sorted = (row: Form) =>
  Object.entries(row)
    .map(([name, value]) => [name, plain(value)])
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
/** Browsers send line breaks as CRLF. */
const plain = (text = '') => text.replaceAll('\r\n', '\n').trim()

/** What is wrong with an entered value before it can be sent. */
class Problem {
  readonly message: string
  readonly field: string | undefined
  constructor(message: string, field?: string) {
    this.message = message
    this.field = field
  }
}

/** What a choice of a boolean means; anything else is sent as it is, so that the operation refuses it. */
const meant: Record<string, boolean> = { yes: true, on: true, no: false }

function valueOf(entry: Entry, form: Form, { currency, change, present }: FormContext): unknown {
  const { type } = entry
  const isExact = type === 'password' || type === 'secret'
  const text = isExact ? form[entry.name] : form[entry.name]?.trim()
  // What no decimal can say is refused where it was one, and left alone where that is not known.
  if (text === '' && type === 'decimal' && change && !present && !entry.required) return undefined
  if (!text) return emptied(entry, text, change)
  if (type === 'number') return isUnclear(text) ? unclear(text) : numberOf(text)
  if (type === 'long' || type === 'secret') return text.replaceAll('\r\n', '\n')
  if (type === 'decimal') return isUnclear(text) ? unclear(text) : text.replace(',', '.')
  if (type === 'boolean' || type === 'check') return meant[text] ?? text
  if (type === 'list') return text === 'asked' ? checkedIn(form, entry.name) : listOf(text)
  if (type === 'code') return text.toUpperCase()
  if (type === 'money') return amountOf(text, form.currency?.trim().toUpperCase() || currency)
  return text
}

/** What an empty field sends: one that must be filled in is sent empty, so that the operation says what it needs. */
function emptied({ type, required, nullable }: Entry, text: string | undefined, change: boolean): unknown {
  if (required) return nullable ? null : ''
  if (text === undefined || type === 'boolean') return undefined
  if (type === 'list') return []
  if (!change) return undefined
  if (nullable) return null
  return type === 'choice' || type === 'reference'
    ? undefined
    : type === 'text' || type === 'decimal'
      ? ''
      : null
}

/** The moment of a day and a time in the reader's zone; without a time, the end of the day. */
function momentOf(entry: Entry, form: Form, { zone, change }: FormContext): unknown {
  const day = form[entry.name]?.trim()
  const time = form[timeOf(entry.name)]?.trim()
  if (!day) return time ? new Problem(say('Choose the day too.')) : emptied(entry, day, change)
  const whole = dayIn(zone, day)
  if (!whole) return new Problem(say('Must be a day.'))
  if (!time) return whole[1]
  return momentIn(zone, day, time) ?? new Problem(say('Must be a time such as 14:30.'), timeOf(entry.name))
}

/** Whether a comma may stand for thousands or for decimals, which differ by a factor of a thousand. */
const isUnclear = (text: string) => /^-?[1-9]\d{0,2},\d{3}$/.test(text)
const unclear = (text: string) =>
  new Problem(
    say('Write {text} or {text2}, as the comma may mean either.', {
      text: text.replace(',', ''),
      text2: text.replace(',', '.'),
    }),
  )

/** An entered number, or the text itself if it is none, so that the operation reports the error. */
const numberOf = (text: string) => {
  const number = Number(text.replace(',', '.'))
  return Number.isFinite(number) ? number : text
}

export const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim().replace(/^#/, ''))
    .filter(Boolean)

function amountOf(text: string, currency: string | undefined) {
  if (!currency || !/^[A-Z]{3}$/.test(currency))
    return new Problem(say('Say the currency of the amount.'), 'currency')
  return minorOf(text, currency) ?? new Problem(say('Must be an amount such as 1250.00.'))
}

/** Shown empty, an amount would be cleared when the form is saved. */
function known(currency: string | undefined, name: string): string {
  if (!currency) throw new Error(`say the currency of ${name} with the form`)
  return currency
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const currencyOf = ({ currency }: Values) => (typeof currency === 'string' ? currency : undefined)

/** The value of an object's field as it is entered. */
export function entered({ name, type, from, rows }: Entry, object: Values, where: ShownIn): Form {
  if (rows) {
    const items = (object[name] ?? []) as { id: string }[]
    return rowFields(
      name,
      items.map((item) => ({ id: item.id, ...rows.fields.valuesOf(item, where) })),
    )
  }
  const { zone, currency } = where
  const nested = nestedIn(object, name)
  const value = from ? from(object as never) : (object[name] ?? nested?.id ?? nested?.user_id)
  if (value === null || value === undefined) return { [name]: '' }
  if (type === 'date-time') {
    const [day, time] = shownIn(zone, textOf(value))
    return { [name]: day, [timeOf(name)]: time }
  }
  if (typeof value === 'boolean') return { [name]: value ? 'yes' : 'no' }
  if (Array.isArray(value))
    return {
      [name]: value.join(', '),
      ...Object.fromEntries(value.map((one) => [checkOf(name, String(one)), 'on'])),
    }
  if (type === 'money') return { [name]: majorOf(Number(value), currencyOf(object) ?? known(currency, name)) }
  return { [name]: textOf(value) }
}

/** The value of an object's field as it is read; null if it is empty. What refers to something has the name of that. */
export function shown({ name, type, show, choices, from }: Entry, object: Values, offered?: Offered): Child {
  const named = type === 'reference' ? nestedIn(object, name)?.name : undefined
  const value = from ? from(object as never) : (object[name] ?? named)
  if (value === null || value === undefined || value === '') return null
  if (show) return show(value as never, object as never)
  if (type === 'money') return <Money minor={Number(value)} currency={currencyOf(object) ?? ''} />
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'boolean') return value ? say('yes') : say('no')
  const text = textOf(value)
  const known = (offered ? asChoices(offered) : saidChoices(choices ?? [])).find(([one]) => one === text)?.[1]
  if (type === 'reference') return known ?? named ?? null
  return known ?? (shownTexts[type]?.(text) || text)
}

const shownTexts: Record<string, (text: string) => Child> = {
  email: (text) => <a href={`mailto:${text}`}>{text}</a>,
  link: (text) => (
    <a href={text} rel="noopener noreferrer">
      {text}
    </a>
  ),
  date: (text) => <Day at={text} />,
  'date-time': (text) => <Moment at={text} />,
  long: (text) => <span class="as-typed">{text}</span>,
  choice: inWords,
}
