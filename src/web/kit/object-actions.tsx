import { isUuid } from '../../kit/id.ts'
import { type ApiRequest, send } from './lists.tsx'
import { Choice, Field, Text } from './inputs.tsx'
import { find, type Found, withConflictHint } from './organization-context.ts'
import {
  type Form,
  redirectTo,
  noProblems,
  type Page,
  type Problems,
  PageError,
  type Visit,
} from './visit.ts'

/** The id in the path of a page. */
export function idIn({ c }: Visit, noun: string): string {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw new PageError(404, `No such ${noun}`, 'The address is incomplete.')
  return id
}

type Versioned = { id: string; version: number }
/** The API request of a form, or the errors in its fields. */
export type FormRequest = ApiRequest | { invalid: Form }
export type Action<T> = {
  request: (form: Form, found: Found<T>) => FormRequest
  /** The form's names of API fields, where they differ. */
  formNames?: Form
  /** Where to go afterwards, if not back to the page. */
  to?: (found: Found<T>, result: unknown) => string
}

type ObjectActions<T> = {
  noun: string
  actions: Record<string, Action<T>>
  labels: Form
  page: (visit: Visit, problems: Problems, status?: number) => Promise<Response>
  /** How to load the object and the URL of its page, unless that is /leads/{id}. */
  load?: (visit: Visit) => Promise<Found<T>>
  at?: (found: Found<T>) => string
}

/** Handles the forms of an object's page. Errors are shown beside the form. */
export const objectActions =
  <T extends Versioned>({ noun, actions, labels, page, load, at }: ObjectActions<T>): Page =>
  async (visit) => {
    const name = visit.c.req.param('action') ?? ''
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action) throw new PageError(404, 'No such page', 'The address is wrong.')
    const found = await (load?.(visit) ?? find<T>(visit, `/${noun}s/${idIn(visit, noun)}`, noun))
    const request = action.request(visit.form, found)
    if ('invalid' in request) return page(visit, { fields: request.invalid, general: [] }, 422)
    const sent = await send(visit, {
      ...request,
      path: `${found.at}${request.path}`,
      fields: [...Object.keys(labels), ...Object.keys(action.formNames ?? {})],
    })
    if (sent.rejected) return showAgain(visit, found.object, page, action, sent.rejected)
    const back = at ? `${at(found)}?` : `/${noun}s/${found.object.id}?org=${found.home.slug}&`
    return redirectTo(action.to?.(found, sent.result) ?? `${back}done=saved`)
  }

/** The page with the rejected form; after a conflict the form gets the current version. */
function showAgain<T extends Versioned>(
  visit: Visit,
  { version }: T,
  page: ObjectActions<T>['page'],
  { formNames = {} }: Action<T>,
  [{ fields, general }, status]: [Problems, number],
) {
  const stale = status === 409 && visit.form.version !== undefined
  if (stale) visit.form = { ...visit.form, version: String(version) }
  const renamed = Object.fromEntries(
    Object.entries(fields).map(([field, problem]) => [formNames[field] ?? field, problem]),
  )
  return page(visit, withConflictHint({ fields: renamed, general }, stale ? status : 0), status)
}

/** The state of each form of a page: what was entered and its errors, if this form was submitted. */
export const formStates =
  (visit: Visit, problems: Problems) =>
  (action: string): FormState => {
    const isSubmitted = problems !== noProblems && visit.c.req.param('action') === action
    return {
      open: isSubmitted,
      values: isSubmitted ? visit.form : {},
      problems: isSubmitted ? problems : noProblems,
    }
  }
export type FormInput = { values: Form; problems: Problems }
export type FormState = FormInput & { open: boolean }

/** The field components of a form, by the names of their labels. */
export const fieldsOf = <N extends string>(labels: Record<N, string>, { values, problems }: FormInput) => ({
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

/** Choices from objects, including the current one even if it is not among them. */
export function choicesFrom(
  none: string,
  all: { id: string; name: string }[],
  current?: { id: string; name: string } | null,
): [string, string][] {
  const choices = current && !all.some(({ id }) => id === current.id) ? [current, ...all] : all
  return [['', none], ...choices.map(({ id, name }): [string, string] => [id, name])]
}
export const personChoice = (one: { user_id: string; name: string } | null) =>
  one && { id: one.user_id, name: one.name }

/** The values of these fields, without empty ones. */
export const filled = (form: Form, names: readonly string[]): Form =>
  Object.fromEntries(names.flatMap((name) => (form[name]?.trim() ? [[name, form[name].trim()]] : [])))
/** The values of these fields for a change, in which an empty one clears the stored value. */
export const filledOrNull = (form: Form, names: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(names.flatMap((name) => (name in form ? [[name, form[name]!.trim() || null]] : [])))
/** An entered number, or the text itself if it is not one, so that the API reports the error. */
export const numberOf = (entered = ''): number | string | null => {
  const text = entered.trim().replace(',', '.')
  return text ? (Number.isFinite(Number(text)) ? Number(text) : text) : null
}
/** Entered tags, separated by commas. */
export const tagsOf = (entered: string) =>
  entered
    .split(',')
    .map((one) => one.trim().replace(/^#/, ''))
    .filter(Boolean)
