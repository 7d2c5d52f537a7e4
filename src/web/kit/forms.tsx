import type { Child, FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import type { Offered } from './field-entries.ts'
import type { Parsed } from './field-values.tsx'
import type { Fields } from './fields.tsx'
import { send, withQuery } from './lists.tsx'
import {
  type Answer,
  type Body,
  mayCall,
  objectIdOf,
  type OperationId,
  pathOf,
  type Read,
  routeOf,
} from './operations.ts'
import { type Home, withConflictHint } from './organization-context.ts'
import { ConfirmButton, Hidden } from './parts.tsx'
import { type Form, noProblems, PageError, type Problems, redirectTo, type Visit } from './visit.ts'

/** What a page is about: the organization and, on the page of an object, the object. */
export type Subject<T> = {
  visit: Visit
  home: Home
  object: T
  /** The ids that the paths of its operations name. */
  ids: Form
  /** The address of the page. */
  here: string
  /** Where pages are served, for links that are passed on. */
  webUrl: string
  read: Read
}

/** Shows the page with something to say, such as a token that is shown once. */
export type Again = (notice: Child) => Promise<Response>
type Wrong = { invalid: Form; status?: number }
type Also = object | Wrong
/** What is wrong with a form, and the status of the page that says so. */
export type Refused = [problems: Problems, status: number]
/** A form of a page: the operation that it calls, and what it asks for. */
export type PageForm<T, O extends OperationId> = {
  operation: O
  fields?: Fields<keyof Body<O> & string>
  /** What its button says. */
  verb: string
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
  sends?: (visit: Visit, subject: Subject<T>, call: (more?: object) => Promise<Sent>) => Promise<Sent>
  /** Where to go afterwards, if not back to the page. */
  to?: (subject: Subject<T>, answer: Answer<O>, again: Again) => string | Promise<Response> | undefined
}
/** Any of the forms of a page, which call different operations. */
export type AnyForm<T> = Omit<PageForm<T, OperationId>, 'fields' | 'finish' | 'to'> & {
  fields?: Fields
  finish?: (subject: Subject<T>, answer: never) => Promise<Refused | undefined>
  to?: (subject: Subject<T>, answer: never, again: Again) => string | Promise<Response> | undefined
}
export type PageForms<T> = Record<string, AnyForm<T>>

/** A form that calls an operation; its fields are of the operation's body. */
export const calling = <O extends OperationId, T = unknown>(
  operation: O,
  form: Omit<PageForm<T, O>, 'operation'>,
): PageForm<T, O> => ({ operation, ...form })

export type Sent = { answer: unknown; refused?: never } | { refused: Refused }
/** Sends a submitted form: what the operation answered, or why it was refused. */
export async function sendForm<T>(visit: Visit, page: AnyForm<T>, subject: Subject<T>): Promise<Sent> {
  const { body, invalid, status = 422 } = await bodyOf(page, visit.form, subject)
  if (invalid) return { refused: [{ fields: invalid, general: [] }, status] }
  const call = (more?: object) => called(visit, page, subject, { ...body, ...more })
  const sent = changesNothing(page, body, subject, visit.form)
    ? { answer: subject.object ?? undefined }
    : await (page.sends ? page.sends(visit, subject, call) : call())
  if (sent.refused || sent.answer === undefined) return sent
  const refused = await page.finish?.(subject, sent.answer as never)
  return refused ? { refused } : sent
}

/** Calls the operation of a form. */
async function called<T>(visit: Visit, page: AnyForm<T>, { ids }: Subject<T>, body: object): Promise<Sent> {
  const { operation, fields, saidAt = {} } = page
  const { form } = visit
  const { method } = routeOf(operation)
  const path = withQuery(
    pathOf(operation, { ...form, ...ids }),
    Object.fromEntries((page.query ?? []).map((name) => [name, form[name]])),
  )
  const names = [...Object.keys(fields?.labels ?? {}), ...Object.keys(saidAt)]
  const sent = await send(visit, { method, path, body, fields: names }).catch((error: unknown) => {
    // It was deleted in the meantime, or the button was pressed twice.
    const isGone = error instanceof PageError && error.status === 404
    if (method === 'DELETE' && isGone && !(objectIdOf(operation) in ids))
      return { rejected: undefined, result: null }
    throw error
  })
  if (!sent.rejected) return { answer: sent.result }
  const [{ fields: wrong, general }, status] = sent.rejected
  const isStale = status === 409 && form.version !== undefined
  const said = Object.entries(wrong).map(([name, why]): [string, string] => [saidAt[name] ?? name, why])
  const problems = { fields: Object.fromEntries(said), general }
  return { refused: [{ ...withConflictHint(problems, isStale ? status : 0), isStale }, status] }
}

/** Whether a form was sent as it was shown, which operations refuse: they would have nothing to do. */
const changesNothing = <T,>(
  { operation, fields }: AnyForm<T>,
  body: object,
  { home, object }: Subject<T>,
  form: Form,
) =>
  fields &&
  (object ?? form.shown) &&
  mayCall(home, operation, object) &&
  Object.keys(body).join() === 'version'

/** What a form sends: its fields, what the page adds, and the version of what it changes. */
async function bodyOf<T>(
  { operation, fields, also, replaces }: AnyForm<T>,
  form: Form,
  subject: Subject<T>,
): Promise<Parsed & { status?: number }> {
  const change = routeOf(operation).method !== 'POST'
  const currency = fields?.hasMoney ? await currencyOf(form, subject, change) : undefined
  const zone = subject.home.timezone
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

/** The page of a form that was saved, at the place of it. */
export const savedAt = (here: string, anchor?: string) =>
  `${withQuery(here, { done: 'saved' })}${anchor ? `#${anchor}` : ''}`

/** The response to a form that was accepted. */
export async function acceptedForm<T>(form: AnyForm<T>, subject: Subject<T>, answer: unknown, again: Again) {
  const to = answer === undefined ? undefined : form.to?.(subject, answer as never, again)
  if (to instanceof Promise) return to
  return redirectTo(to ?? savedAt(subject.here))
}

/** An address below that of a page, such as where a form is sent to. */
export function actionAt(here: string, action: string) {
  const [path, query] = here.split('?')
  return [action ? `${path}/${action}` : path, query].filter(Boolean).join('?')
}

type Row = { id?: string; version?: number }
export type FormOptions = {
  /** The one of several objects on the page that it is about, or what it replaces. */
  of?: Row
  /** The field that names it, if that is not the id in the path of the operation. */
  by?: string
  /** What is in the fields at first. */
  values?: Form
  /** What references offer, by field. */
  choices?: Record<string, Offered>
  /** Fields that it does not ask for. */
  except?: readonly string[]
  /** What it sends without asking. */
  hidden?: Record<string, string | undefined>
  verb?: string
  /** That of amounts, where the object does not name one. */
  currency?: string
  /** What else can be done with what was entered. */
  buttons?: Child
  /** What it is about, where its verb does not say so. */
  about?: string
}
export type ShowForm = (action: string, options?: FormOptions) => Child

/** The field that says which of several objects a form is about. */
const rowIn = (operation: OperationId) => {
  const name = objectIdOf(operation)
  return name === 'org_id' ? 'row' : name
}

type Shown<T> = { visit: Visit; problems: Problems; subject: Subject<T>; forms: PageForms<T> }
/** Shows a form of a page, or nothing where the person's role does not permit it. */
export const formsOn =
  <T,>(shown: Shown<T> & { at: (action: string) => string }): ShowForm =>
  (action, options = {}) => {
    const form = shown.forms[action]! as AnyForm<never>
    if (!mayCall(shown.subject.home, form.operation, shown.subject.object)) return null
    const { of, by = rowIn(form.operation) } = options
    const hidden = { ...options.hidden, ...(of?.id && { [by]: of.id }) }
    const props = { form, hidden, at: shown.at(action), verb: options.verb ?? form.verb }
    const asks = form.fields?.entries.some(({ name }) => !options.except?.includes(name))
    if (form.warning && !asks)
      return <ConfirmButton {...confirmation(props, options)} warning={form.warning} />
    if (!form.fields) return <ActButton {...props} about={options.about} />
    const { choices, about, except, buttons } = options
    return (
      <Asking
        {...props}
        {...stateOf(shown, action, options)}
        choices={choices}
        about={about}
        except={except}
        buttons={buttons}
      />
    )
  }

type Props = { form: AnyForm<never>; hidden: Record<string, string | undefined>; at: string; verb: string }
const confirmation = ({ hidden, at, verb }: Props, { about = '' }: FormOptions) => ({
  verb,
  subject: about,
  action: at,
  fields: Object.fromEntries(
    Object.entries(hidden).filter((pair): pair is [string, string] => Boolean(pair[1])),
  ),
})

/** Sent twice by a double click it acts once. */
const once = (form: AnyForm<never>) => (routeOf(form.operation).method === 'POST' ? { once: uuidv7() } : {})

const ActButton: FC<Props & { about?: string | undefined }> = ({ form, hidden, at, verb, about }) => (
  <form method="post" action={at}>
    <Hidden fields={{ ...hidden, ...once(form) }} />
    <button class="slim">
      {verb}
      {about ? <span class="hidden"> {about}</span> : null}
    </button>
  </form>
)

/** Whatever is changed in place has a version, also where its fields are described by the body that creates it. */
const takesVersion = (operation: OperationId, fields: Fields) =>
  routeOf(operation).method === 'PATCH' || (routeOf(operation).method === 'PUT' && fields.hasVersion)

/** What a form of one of several objects showed, so that only what was changed in it is sent. */
function shownIn({ shown }: Form): Form | undefined {
  try {
    return shown ? (JSON.parse(shown) as Form) : undefined
  } catch {
    return undefined
  }
}

/** Browsers send only boxes that are checked. */
const unchecked = (values: Form): Form =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.includes(':')))

/** The form of a page that was sent. */
export const formIn = ({ c }: Visit, { of }: Problems) => of ?? c.req.param('action') ?? ''

/** What is in a form: what the person entered if it was refused, otherwise what the object has. */
function stateOf<T>(
  { visit, problems, subject, forms }: Shown<T>,
  action: string,
  { of, by, values: more, currency }: FormOptions,
) {
  const { operation, fields } = forms[action]!
  const changes = ['PATCH', 'PUT'].includes(routeOf(operation).method)
  const object = (of ?? subject.object ?? {}) as Partial<Row>
  const isSubmitted =
    problems !== noProblems &&
    formIn(visit, problems) === action &&
    (!of?.id || visit.form[by ?? rowIn(operation)] === of.id)
  const values = changes ? fields!.valuesOf(object, { zone: subject.home.timezone, currency }) : {}
  const first: Form = {
    ...values,
    ...(changes && of?.id && { shown: JSON.stringify(values) }),
    ...(takesVersion(operation, fields!) && { version: String(object.version ?? '') }),
    ...more,
  }
  const inputs: Form = {
    ...(isSubmitted ? { ...unchecked(first), ...visit.form } : first),
    ...(problems.isStale && { version: first.version ?? '' }),
  }
  return {
    prefix: [action, of?.id].filter(Boolean).join('-'),
    open: isSubmitted || visit.query.new === (action || 'yes'),
    problems: isSubmitted ? problems : noProblems,
    values: inputs,
    current: object,
  }
}

type AskingProps = Props &
  ReturnType<typeof stateOf> &
  Pick<FormOptions, 'choices' | 'about' | 'except' | 'buttons'>
const Asking: FC<AskingProps> = ({ form, hidden, at, verb, open, about, buttons, ...inputs }) => {
  const { Inputs, hasFiles } = form.fields!
  const enctype = hasFiles ? 'multipart/form-data' : undefined
  const body = (
    <form class="stack" method="post" action={at} enctype={enctype} novalidate>
      <Hidden
        fields={{ ...hidden, ...once(form), version: inputs.values.version, shown: inputs.values.shown }}
      />
      {form.warning ? <p>{form.warning}</p> : null}
      <Inputs {...inputs} />
      <div class="buttons">
        <button class={form.warning ? 'danger' : 'primary'}>{verb}</button>
        {buttons}
      </div>
    </form>
  )
  return form.title ? (
    <details class="more" open={open}>
      <summary>
        {form.title}
        {about ? <span class="hidden"> {about}</span> : null}
      </summary>
      {body}
    </details>
  ) : (
    body
  )
}
