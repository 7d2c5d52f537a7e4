import type { Child } from 'hono/jsx'
import type { Fields } from './fields.tsx'
import { say } from './say.ts'
import type { Problems, Form } from './page-request.ts'

export type Choices = [value: string, text: string][]
/** An object or a person to choose. */
export type Named = { id?: string; user_id?: string; name: string }
export type Offered = Choices | readonly Named[]

/** How the contract describes a field. */
export type Spec = { type: string; values?: string[]; required?: true; nullable?: true; shortest?: number }
export type Description = {
  label: string
  hint?: string
  /** What it offers to choose from; the values of an enumeration unless given. */
  choices?: Choices
  /** What stands for no choice. */
  none?: string
  /** The lines of a long text that are seen at once. */
  height?: number
  /** Stands alone instead of beside others. */
  wide?: true
  /**
   * Asked for in several lines although it is short, without showing it, by a box to check, or by the day alone. A secret has
   * several lines, is taken as it is and never shown again.
   */
  type?: 'long' | 'password' | 'secret' | 'check' | 'date'
  /** Must be filled in where it is asked for, although the contract leaves that open. */
  isNeeded?: true
  /** What browsers and password managers fill it in with. */
  autocomplete?: string
  /** The fields of each object in its list. */
  rows?: Rows
  /** How it is shown, if not as its type is. */
  show?: (value: never, object: never) => Child
  /** What it has of an object, if not the value of its own name. */
  from?: (object: never) => unknown
}
/** A list of objects, which a form asks for row by row. */
export type Rows = {
  fields: Fields
  /** What a row sends beside its fields; `item` is the one that it shows. */
  also?: (row: Form, item?: never) => object
}
/** A field that only the page knows: it is no part of the body. */
export type OwnField = Omit<Description, 'type'> & {
  type?: 'text' | 'long' | 'date' | 'email' | 'choice' | 'list' | 'number' | 'password' | 'file' | 'files'
  required?: true
  /** The field that it follows, if it is not among the last; null if it is the first. */
  after?: string | null
}
/** A field of a form: what the contract and the page say of it. */
export type Entry = Omit<Description, 'type' | 'isNeeded'> &
  Spec & {
    name: string
    isOwn?: boolean
    /** Cannot be left empty. */
    isNeeded?: boolean
  }

export type InputsProps = {
  values: Form
  problems: Problems
  /** Begins the ids of the inputs, where a page has several forms. */
  prefix?: string
  /** What the references offer, by field. */
  choices?: Record<string, Offered> | undefined
  /** The object that they change. */
  current?: object
  /** Fields that are not shown. */
  except?: readonly string[] | undefined
}

/** The name of a field in a row. */
export const inRow = (list: string, place: number, field: string) => `${list}:${place}:${field}`
/** The field of a row that says to leave it out. */
export const dropped = 'dropped'
/** The rows of a form, without those that are left out or have nothing in them. */
export function rowsIn(form: Form, list: string): Form[] {
  const rows = new Map<string, Form>()
  for (const [name, value] of Object.entries(form)) {
    const [of, place = '', field] = name.split(/:(\d+):/)
    if (of === list && field) rows.set(place, { ...rows.get(place), [field]: value })
  }
  return [...rows.values()].filter(
    (row) => !row[dropped] && Object.entries(row).some(([name, value]) => name !== 'id' && value.trim()),
  )
}
/** The rows as fields of a form. */
export const rowFields = (list: string, rows: Form[]): Form =>
  Object.fromEntries(
    rows.flatMap((row, place) =>
      Object.entries(row).map(([name, value]) => [inRow(list, place, name), value]),
    ),
  )

/** The time of day that belongs to a moment's day. */
export const timeOf = (name: string) => `${name}_time`
/** Choices that are written down, in the language of the page. */
export const saidChoices = (choices: Choices): Choices => choices.map(([value, text]) => [value, say(text)])
/** The text of one of them. */
export const saidChoice = (choices: readonly (readonly [string, string])[], value: string): string =>
  say(choices.find(([one]) => one === value)?.[1] ?? value)
const named = (one: Choices[number] | Named): one is Named => !Array.isArray(one)
/** What is offered as values with their texts. */
export const asChoices = (offered: Offered): Choices =>
  [...offered].map((one: Choices[number] | Named) =>
    named(one) ? [one.id ?? one.user_id ?? '', one.name] : one,
  )
/** Where an object has what `client_id` or `owner_user_id` refers to: in `client`, in `owner`. */
export const nestedIn = (object: object | undefined, name: string): Named | undefined => {
  const one = (object as Record<string, unknown> | undefined)?.[name.replace(/(?:_user)?_id$/, '')]
  return typeof one === 'object' && one !== null ? (one as Named) : undefined
}
