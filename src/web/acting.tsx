import { isUuid } from '../kit/id.ts'
import { type Asked, send } from './lists.tsx'
import { Choice, Field } from './parts.tsx'
import { find, type Found, saveAgain } from './place.ts'
import { Text } from './task-form.tsx'
import { type Form, goTo, noProblems, type Page, type Problems, Trouble, type Visit } from './visit.ts'

/** The part of an address that names what a page is about. */
export function idIn({ c }: Visit, what: string): string {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw new Trouble(404, `No such ${what}`, 'The address is incomplete.')
  return id
}

type Versioned = { id: string; version: number }
/** What a form of a page asks the API for, or what is wrong with its fields. */
export type Asking = Asked | { wrong: Form }
export type Deed<T> = {
  ask: (form: Form, found: Found<T>) => Asking
  /** What the form calls the fields of the API, where it does not call them the same. */
  as?: Form
  /** Where to go then, if not back to the page. */
  to?: (found: Found<T>, answer: unknown) => string
}

type Acting<T> = {
  noun: string
  deeds: Record<string, Deed<T>>
  labels: Form
  page: (visit: Visit, problems: Problems, status?: number) => Promise<Response>
  /** How its pages find it and what their address is, where that is not /leads/{id}. */
  found?: (visit: Visit) => Promise<Found<T>>
  at?: (found: Found<T>) => string
}

/** Does what a form of the page of an object asks for. What cannot be done is told beside the form. */
export const actingOn =
  <T extends Versioned>({ noun, deeds, labels, page, found: lookUp, at }: Acting<T>): Page =>
  async (visit) => {
    const name = visit.c.req.param('deed') ?? ''
    const deed = Object.hasOwn(deeds, name) ? deeds[name] : undefined
    if (!deed) throw new Trouble(404, 'No such page', 'The address is wrong.')
    const found = await (lookUp?.(visit) ?? find<T>(visit, `/${noun}s/${idIn(visit, noun)}`, noun))
    const asked = deed.ask(visit.form, found)
    if ('wrong' in asked) return page(visit, { fields: asked.wrong, above: [] }, 422)
    const sent = await send(visit, {
      ...asked,
      path: `${found.at}${asked.path}`,
      fields: [...Object.keys(labels), ...Object.keys(deed.as ?? {})],
    })
    if (sent.refused) return again(visit, found.object, page, deed, sent.refused)
    const back = at ? `${at(found)}?` : `/${noun}s/${found.object.id}?org=${found.home.slug}&`
    return goTo(deed.to?.(found, sent.answer) ?? `${back}done=saved`)
  }

/** The page with the form that was refused; after a conflict the form is of the version that stands now. */
function again<T extends Versioned>(
  visit: Visit,
  { version }: T,
  page: Acting<T>['page'],
  { as = {} }: Deed<T>,
  [{ fields, above }, status]: [Problems, number],
) {
  const stale = status === 409 && visit.form.version !== undefined
  if (stale) visit.form = { ...visit.form, version: String(version) }
  const renamed = Object.fromEntries(
    Object.entries(fields).map(([field, said]) => [as[field] ?? field, said]),
  )
  return page(visit, saveAgain({ fields: renamed, above }, stale ? status : 0), status)
}

/** What each form of a page shows: what was typed and wrong, if it was this form. */
export const formsOf =
  (visit: Visit, problems: Problems) =>
  (deed: string): Begun => {
    const begun = problems !== noProblems && visit.c.req.param('deed') === deed
    return { open: begun, values: begun ? visit.form : {}, problems: begun ? problems : noProblems }
  }
export type Given = { values: Form; problems: Problems }
export type Begun = Given & { open: boolean }

/** The fields of a form by the names of their labels. */
export const fieldsOf = <N extends string>(labels: Record<N, string>, { values, problems }: Given) => ({
  field: (name: N, more: object = {}) => (
    <Field name={name} label={labels[name]} values={values} problems={problems} {...more} />
  ),
  choice: (name: N, choices: [string, string][], hint?: string) => (
    <Choice
      name={name}
      label={labels[name]}
      choices={choices}
      values={values}
      problems={problems}
      {...(hint && { hint })}
    />
  ),
  text: (name: N, rows: number, hint: string) => (
    <Text name={name} label={labels[name]} value={values[name]} problems={problems} rows={rows} hint={hint} />
  ),
})

/** A choice among objects, the present one included even where it is not among them. */
export function among(
  none: string,
  all: { id: string; name: string }[],
  now?: { id: string; name: string } | null,
): [string, string][] {
  const more = now && !all.some(({ id }) => id === now.id) ? [now, ...all] : all
  return [['', none], ...more.map(({ id, name }): [string, string] => [id, name])]
}
export const asPerson = (one: { user_id: string; name: string } | null) =>
  one && { id: one.user_id, name: one.name }

/** What was typed into these fields, without those that were left empty. */
export const filled = (form: Form, names: readonly string[]): Form =>
  Object.fromEntries(names.flatMap((name) => (form[name]?.trim() ? [[name, form[name].trim()]] : [])))
/** The same for a change, in which an empty field clears what stood there. */
export const replaced = (form: Form, names: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(names.flatMap((name) => (name in form ? [[name, form[name]!.trim() || null]] : [])))
/** A number that was typed; the text where it is none, so that the API says what is wrong with it. */
export const numberOf = (typed = ''): number | string | null => {
  const text = typed.trim().replace(',', '.')
  return text ? (Number.isFinite(Number(text)) ? Number(text) : text) : null
}
/** Tags that were typed, separated by commas. */
export const tagsOf = (typed: string) =>
  typed
    .split(',')
    .map((one) => one.trim().replace(/^#/, ''))
    .filter(Boolean)

export const badAmount = 'Must be an amount such as 1250.00.'
