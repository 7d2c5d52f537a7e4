import type { Child } from 'hono/jsx'
import type { Parsed } from './field-values.tsx'
import type { Fields } from './fields.tsx'
import { send, withQuery } from './lists.tsx'
import {
  type Answer,
  type Body,
  isPublic,
  mayCall,
  objectIdOf,
  type OperationId,
  pathOf,
  type Read,
  routeOf,
} from './operations.ts'
import { type MemberOrganization, withConflictHint } from './organization-context.ts'
import { say } from './say.ts'
import { type Form, PageError, type Problems, redirectTo, type PageRequest } from './page-request.ts'

export type { FormOptions, ShowForm } from './form-view.tsx'

/** What a page is about: the organization and, on the page of an object, the object. */
export type Subject<T> = {
  request: PageRequest
  organization: MemberOrganization
  object: T
  /** The ids that the paths of its operations name. */
  ids: Form
  /** The address of the page. */
  here: string
  /** Where pages are served, for links that are passed on. */
  webUrl: string
  read: Read
}

/** Where a form leads on to without leaving its page. */
export type ShownInstead = {
  /** The title of what is shown instead of the content. */
  title?: string
  /** The next form, and what it has in its fields and sends without asking. */
  action?: string
  form?: Form
  status?: number
}
/** Shows the page with something to say, such as a token that is shown once. */
export type Again = (notice: Child, next?: ShownInstead) => Promise<Response>
type Wrong = { invalid: Form; status?: number }
export type Also = object | Wrong
/** What is wrong with a form, and the status of the page that says so. */
export type Refused = [problems: Problems, status: number]
/** A form of a page: the operation that it calls, and what it asks for. */
export type PageForm<T, O extends OperationId> = {
  operation: O
  fields?: Fields<keyof Body<O> & string>
  /** What its button says, if not Save where it changes and Delete where it deletes; empty where only a script sends it. */
  verb?: string
  /** What opens it, if it does not stand open. */
  title?: string
  /** What it sends beside its fields, or what is wrong with them. */
  also?: (form: Form, subject: Subject<T>, body: Record<string, unknown>) => Also | Promise<Also>
  /** The fields beside which it is said what is wrong with those of the body that it asks for in another way. */
  saidAt?: Form
  /** What is left to do when the operation has accepted it, such as to send the bytes of a file. */
  finish?: (subject: Subject<T>, answer: Answer<O>) => Promise<Refused | undefined>
  /** The fields that it sends in the query instead of the body. */
  query?: readonly string[]
  /** Asks before it does what cannot be undone: what the person should know. */
  warning?: string
  /** The operation that reads what it replaces as a whole: what it does not ask for stays. */
  replaces?: OperationId
  /** Sends it otherwise than by one call, such as with files. */
  sends?: (request: PageRequest, subject: Subject<T>, call: (more?: object) => Promise<Sent>) => Promise<Sent>
  /** Where to go afterwards, if not back to the page. */
  to?: (subject: Subject<T>, answer: Answer<O>, again: Again) => string | Promise<Response> | undefined
  /** What the page says afterwards, of what it says by name, if not what it says of the form's own name. */
  done?: string
  /** What it deletes must be there; otherwise a button that was pressed twice is no error. */
  mustExist?: true
  /** What is shown where the operation finds nothing, if not an error page. */
  missing?: (subject: Subject<T>, again: Again) => Promise<Response>
  /** Where a refusal leads on to another form, by what the operation answered. */
  onward?: (body: unknown, subject: Subject<T>, again: Again) => Promise<Response> | undefined
  /** What else can be done when it was refused, by the status. */
  remedy?: (status: number, request: PageRequest) => Child
}
/** Any of the forms of a page, which call different operations. */
export type AnyForm<T> = Omit<PageForm<T, OperationId>, 'fields' | 'finish' | 'to'> & {
  fields?: Fields
  finish?: (subject: Subject<T>, answer: never) => Promise<Refused | undefined>
  to?: (subject: Subject<T>, answer: never, again: Again) => string | Promise<Response> | undefined
}
export type PageForms<T> = Record<string, AnyForm<T>>

/** The form of a page that an address names. */
export const formNamed = <T,>(forms: PageForms<T> = {}, action: string) =>
  Object.hasOwn(forms, action) ? forms[action] : undefined

const verbs: Record<string, string> = { PATCH: 'Save', PUT: 'Save', DELETE: 'Delete' }
/** What the button of a form says. */
export const verbOf = ({ verb, operation }: { verb?: string; operation: OperationId }) =>
  say(verb ?? verbs[routeOf(operation).method] ?? 'Send')

/** A form that calls an operation; its fields are of the operation's body. */
export const calling = <O extends OperationId, T = unknown>(
  operation: O,
  form: Omit<PageForm<T, O>, 'operation'>,
): PageForm<T, O> => ({ operation, ...form })

export type Sent =
  | { answer: unknown; refused?: never; missing?: never }
  | { refused: Refused; missing?: never }
  | { missing: true; refused?: never; answer?: never }
/** Sends a submitted form: what the operation answered, or why it was refused. */
export async function sendForm<T>(
  request: PageRequest,
  page: AnyForm<T>,
  subject: Subject<T>,
): Promise<Sent> {
  const { body, invalid, status = 422 } = await bodyOf(page, request.form, subject)
  if (invalid) return { refused: [{ fields: invalid, general: [] }, status] }
  const call = (more?: object) => called(request, page, subject, { ...body, ...more })
  const sent = changesNothing(page, body, subject, request.form)
    ? { answer: subject.object ?? undefined }
    : await (page.sends ? page.sends(request, subject, call) : call())
  if (sent.refused ?? sent.answer === undefined) return sent
  const refused = await page.finish?.(subject, sent.answer as never)
  return refused ? { refused } : sent
}

/** Calls the operation of a form. */
async function called<T>(
  request: PageRequest,
  page: AnyForm<T>,
  { ids }: Subject<T>,
  body: object,
): Promise<Sent> {
  const { operation, fields, saidAt = {} } = page
  const { form } = request
  const { method } = routeOf(operation)
  const path = withQuery(
    pathOf(operation, { ...form, ...ids }),
    Object.fromEntries((page.query ?? []).map((name) => [name, form[name]])),
  )
  const names = [...Object.keys(fields?.labels ?? {}), ...Object.keys(saidAt)]
  const sent = await send(request, {
    method,
    path,
    body,
    fields: names,
    isPublic: isPublic(operation),
    mustExist: page.mustExist,
  }).catch((error: unknown) => {
    if (page.missing && error instanceof PageError && error.status === 404) return null
    throw error
  })
  if (!sent) return { missing: true }
  if (!sent.rejected) return { answer: sent.result }
  const [{ fields: wrong, ...rest }, status] = sent.rejected
  const isStale = status === 409 && form.version !== undefined
  const labels = fields?.labels ?? {}
  const said = Object.entries(wrong).map(([name, why]) => [saidAt[name] ?? name, byLabels(why, labels)])
  const general = rest.general.map((why) => byLabels(why, labels))
  const problems = { ...rest, general, fields: Object.fromEntries(said) as Form }
  return { refused: [{ ...withConflictHint(problems, isStale ? status : 0), isStale }, status] }
}

/** A refusal that asks to send a field of the form, with the label of that field: that is how a person sends it. */
const byLabels = (text: string, labels: Form) =>
  text.replaceAll(/\bsend (\w+)(?:: true)?\b/g, (all, name: string) =>
    labels[name] ? say('choose “{label}”', { label: say(labels[name]) }) : all,
  )

/** Whether a form was sent as it was shown, which operations refuse: they would have nothing to do. */
const changesNothing = <T,>(
  { operation, fields }: AnyForm<T>,
  body: object,
  { organization, object }: Subject<T>,
  form: Form,
) =>
  fields &&
  (object ?? form.shown) &&
  mayCall(organization, operation, object) &&
  (form.shown ? ['', 'version'] : ['version']).includes(Object.keys(body).join())

/** What a form sends: its fields, what the page adds, and the version of what it changes. */
async function bodyOf<T>(
  { operation, fields, also, replaces }: AnyForm<T>,
  form: Form,
  subject: Subject<T>,
): Promise<Parsed & { status?: number }> {
  const change = ['PATCH', 'PUT'].includes(routeOf(operation).method)
  const currency = fields?.hasMoney ? await currencyOf(form, subject, change) : undefined
  const zone = subject.organization.timezone
  const { object, ids } = subject
  const isOwn = change && object && ids[objectIdOf(operation)] === (object as { id?: string }).id
  const replaced = replaces && ((await subject.read(replaces)) as object)
  const present = replaced ?? (isOwn ? object : undefined)
  const context = { zone, currency, change, object: present }
  const shown = present && !replaced ? fields?.valuesOf(present, context) : shownIn(form)
  const entered = fields?.bodyOf(form, { ...context, present: shown }) ?? { body: {} }
  const more = (await also?.(form, subject, entered.body ?? {})) ?? {}
  const wrong = 'invalid' in more ? more : undefined
  if (entered.invalid ?? wrong) return { ...wrong, invalid: { ...entered.invalid, ...wrong?.invalid } }
  const body = {
    ...(replaced && fields?.restOf(replaced)),
    ...entered.body,
    ...more,
    ...(form.version && { version: Number(form.version) }),
  }
  return { body: Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) }
}

/**
 * The currency of amounts for which the form names none: that of the object, or of the organization. A form that
 * empties it leaves none.
 */
async function currencyOf<T>(
  form: Form,
  { object, read }: Subject<T>,
  change: boolean,
): Promise<string | undefined> {
  if (form.currency?.trim() || (change && 'currency' in form)) return undefined
  const own = (object as { currency?: string | null } | null)?.currency
  return own ?? (await read('getOrganization')).currency
}

/** What a form of one of several objects showed, so that only what was changed in it is sent. */
function shownIn({ shown }: Form): Form | undefined {
  try {
    return shown ? (JSON.parse(shown) as Form) : undefined
  } catch {
    return undefined
  }
}

/** The page of a form that was saved, at the place of it. */
export const savedAt = (here: string, anchor?: string) =>
  `${withQuery(here, { done: 'saved' })}${anchor ? `#${anchor}` : ''}`

/** The response to a form that was accepted; `done` is what the page says then. */
export async function acceptedForm<T>(
  form: AnyForm<T>,
  { here, ...subject }: Subject<T>,
  answer: unknown,
  { again, done }: { again: Again; done: string },
) {
  const to = answer === undefined ? undefined : form.to?.({ here, ...subject }, answer as never, again)
  if (to instanceof Promise) return to
  return redirectTo(to ?? withQuery(here, { done: form.done ?? done }))
}

/** An address below that of a page, such as where a form is sent to. */
export function actionAt(here: string, action: string) {
  const [path, query] = here.split('?')
  return [action ? `${path}/${action}` : path, query].filter(Boolean).join('?')
}
