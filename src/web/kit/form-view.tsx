import type { Child, FC } from 'hono/jsx'
import { uuidv7 } from '../../base/id.ts'
import type { Offered } from './field-entries.ts'
import type { Fields } from './fields.tsx'
import { type AnyForm, type PageForms, type Subject, verbOf } from './forms.tsx'
import { mayCall, objectIdOf, type OperationId, routeOf } from './operations.ts'
import { ConfirmButton, Hidden } from './parts.tsx'
import { say } from './say.ts'
import { type Form, noProblems, type Problems, type PageRequest } from './page-request.ts'

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
  /** What stands in it above its fields, and between them and its button. */
  above?: Child
  below?: Child
  /** Stands open although it has a title. */
  open?: boolean
  /** Opens beneath a button, such as in a row. */
  floats?: true
  /** Is what the page is for, although it asks for nothing. */
  primary?: true
}
export type ShowForm = (action: string, options?: FormOptions) => Child

/** The field that says which of several objects a form is about. */
const rowIn = (operation: OperationId) => {
  const name = objectIdOf(operation)
  return name === 'org_id' ? 'row' : name
}

type Shown<T> = { request: PageRequest; problems: Problems; subject: Subject<T>; forms: PageForms<T> }
/** Shows a form of a page, or nothing where the person's role does not permit it. */
export const formsOn =
  <T,>(shown: Shown<T> & { at: (action: string) => string }): ShowForm =>
  (action, options = {}) => {
    const form = shown.forms[action]! as AnyForm<never>
    if (!mayCall(shown.subject.organization, form.operation, shown.subject.object)) return null
    const { of, by = rowIn(form.operation) } = options
    const hidden = { ...options.hidden, ...(of?.id && { [by]: of.id }) }
    const props = {
      form,
      hidden,
      at: shown.at(action),
      verb: options.verb ? say(options.verb) : verbOf(form),
    }
    const asks = form.fields?.entries.some(({ name }) => !options.except?.includes(name))
    if (form.warning && !asks)
      return <ConfirmButton {...confirmation(props, options)} warning={say(form.warning)} />
    if (!form.fields && !options.above)
      return <ActButton {...props} about={options.about} primary={options.primary} />
    return <Asking {...props} {...stateOf(shown, action, options)} options={options} />
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

type ActProps = Props & { about?: string | undefined; primary?: boolean | undefined }
const ActButton: FC<ActProps> = ({ form, hidden, at, verb, about, primary }) => (
  <form method="post" action={at}>
    <Hidden fields={{ ...hidden, ...once(form) }} />
    <button class={primary ? 'primary' : 'slim'}>
      {verb}
      {about ? <span class="hidden"> {about}</span> : null}
    </button>
  </form>
)

/** Whatever is changed in place has a version, also where its fields are described by the body that creates it. */
const takesVersion = (operation: OperationId, fields: Fields) =>
  routeOf(operation).method === 'PATCH' || (routeOf(operation).method === 'PUT' && fields.hasVersion)

/** Browsers send only boxes that are checked. */
const unchecked = (values: Form): Form =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.includes(':')))

/** The form of a page that was sent. */
export const formIn = ({ action }: PageRequest, { of }: Problems) => of ?? action

/** What is in a form: what the person entered if it was refused, otherwise what the object has. */
function stateOf<T>(
  { request, problems, subject, forms }: Shown<T>,
  action: string,
  { of, by, values: more, currency, open }: FormOptions,
) {
  const { operation, fields } = forms[action]!
  const changes = ['PATCH', 'PUT'].includes(routeOf(operation).method)
  const object = (of ?? subject.object ?? {}) as Partial<Row>
  const isSubmitted =
    problems !== noProblems &&
    formIn(request, problems) === action &&
    (!of?.id || request.form[by ?? rowIn(operation)] === of.id)
  const values =
    (changes && fields?.valuesOf(object, { zone: subject.organization.timezone, currency })) || {}
  const first: Form = {
    ...values,
    ...(changes && of?.id && { shown: JSON.stringify(values) }),
    ...(fields && takesVersion(operation, fields) && { version: String(object.version ?? '') }),
    ...more,
  }
  const inputs: Form = {
    ...(isSubmitted ? { ...unchecked(first), ...request.form } : first),
    ...(problems.isStale && { version: first.version ?? '' }),
  }
  return {
    prefix: [action, of?.id].filter(Boolean).join('-'),
    open: open ?? (isSubmitted || request.query.new === (action || 'yes')),
    problems: isSubmitted ? problems : noProblems,
    values: inputs,
    current: object,
  }
}

type AskingProps = Props & ReturnType<typeof stateOf> & { options: FormOptions }
const Asking: FC<AskingProps> = ({ form, hidden, at, verb, open, options, ...inputs }) => {
  const { choices, except, about, above, below, buttons, floats } = options
  const enctype = form.fields?.hasFiles ? 'multipart/form-data' : undefined
  const asks = form.fields?.entries.some(({ name }) => !except?.includes(name))
  const Inputs = asks ? form.fields?.Inputs : undefined
  const kind = floats ? `confirm-form${form.warning ? '' : ' calm'}` : 'stack'
  const button = [form.warning ? 'danger' : 'primary', floats && 'slim'].filter(Boolean).join(' ')
  const body = (
    <form class={kind} method="post" action={at} enctype={enctype} novalidate>
      <Hidden
        fields={{ ...hidden, ...once(form), version: inputs.values.version, shown: inputs.values.shown }}
      />
      {form.warning ? <p>{say(form.warning)}</p> : null}
      {above}
      {Inputs ? <Inputs {...inputs} choices={choices} except={except} /> : null}
      {below}
      {verb || buttons ? (
        <div class="buttons">
          {verb ? <button class={button}>{verb}</button> : null}
          {buttons}
        </div>
      ) : null}
    </form>
  )
  return form.title ? (
    <details class={floats ? 'confirm' : 'more'} open={open}>
      <summary class={floats ? 'button slim' : undefined}>
        {say(form.title)}
        {about ? <span class="hidden"> {about}</span> : null}
      </summary>
      {body}
    </details>
  ) : (
    body
  )
}
