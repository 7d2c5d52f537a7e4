import type { Child, FC } from 'hono/jsx'
import specs from '../../../openapi/forms.json' with { type: 'json' }
import type { Description, Entry, InputsProps, Offered, OwnField, Spec } from './field-entries.ts'
import { Inputs } from './field-inputs.tsx'
import { entered, type FormContext, parsed, type Parsed, shown, type ShownIn } from './field-values.tsx'
import type { Schemas } from './operations.ts'
import { say } from './say.ts'
import type { Form } from './page-request.ts'

/** The fields of a form: their labels and inputs, the body they make, and how an object fills and shows them. */
export type Fields<N extends string = string> = {
  names: readonly N[]
  labels: Form
  entries: Entry[]
  /** Whether amounts are among them, which need a currency. */
  hasMoney: boolean
  /** Whether texts are among them that may be long. */
  hasLong: boolean
  /** Whether the body takes the version of what it changes. */
  hasVersion: boolean
  /** Whether files are sent with it. */
  hasFiles: boolean
  Inputs: FC<InputsProps>
  bodyOf: (form: Form, context: FormContext) => Parsed
  valuesOf: (object: object, where: ShownIn) => Form
  /** What an object has of the whole body, asked for or not. */
  restOf: (object: object) => Record<string, unknown>
  /**
   * What an object says of them, by label; without the empty ones and `except`. `offered` has the names of what they
   * refer to.
   */
  factsOf(
    object: object,
    except?: readonly N[],
    offered?: Record<string, Offered>,
  ): [label: string, value: Child][]
}

/**
 * The fields of a body of the contract, in the order in which they are described. Labels and hints are given; types,
 * choices, what is required, what is sent and the values of an object follow from the contract.
 */
export function bodyFields<B extends keyof Schemas, N extends keyof Schemas[B] & string>(
  body: B,
  described: Record<N, string | Description>,
  own: Record<string, OwnField> = {},
): Fields<N> {
  const entries = entriesOf(body, described, own)
  return {
    names: Object.keys(described) as N[],
    entries,
    labels: labelsOf(entries),
    hasVersion: 'version' in knownOf(body),
    hasMoney: entries.some(({ type, rows }) => type === 'money' || rows?.fields.hasMoney),
    hasFiles: entries.some(({ type }) => type === 'file' || type === 'files'),
    hasLong: entries.some(({ type }) => type === 'long'),
    Inputs: (props) => <Inputs of={entries} {...props} />,
    bodyOf: (form, context) => parsed(entries, form, context),
    valuesOf: (object, where) =>
      Object.fromEntries(
        entries.flatMap((entry) => Object.entries(entered(entry, object as Record<string, unknown>, where))),
      ),
    restOf: (object) => Object.fromEntries(Object.entries(object).filter(([name]) => name in knownOf(body))),
    factsOf: (object, except = [], offered = {}) =>
      entries
        .filter(({ name }) => !except.includes(name as N))
        .map((entry): [string, Child] => [
          say(entry.label),
          shown(entry, object as Record<string, unknown>, offered[entry.name]),
        ])
        .filter(([, value]) => value !== null && value !== ''),
  }
}

/** The labels by name; those of the fields in a row by the name of their list and theirs. */
const labelsOf = (entries: Entry[]): Form =>
  Object.fromEntries(
    entries.flatMap(({ name, label, rows }) => [
      [name, label],
      ...Object.entries(rows?.fields.labels ?? {}).map(([field, text]) => [`${name}[].${field}`, text]),
    ]),
  )

const bodies = new Map(specs as unknown as [string, Record<string, Spec>][])
const knownOf = (body: string) => bodies.get(body) ?? {}

function entriesOf(
  body: string,
  described: Record<string, string | Description>,
  own: Record<string, OwnField>,
) {
  const known = knownOf(body)
  const entries = Object.entries(described).map(([name, one]): Entry => {
    const description = typeof one === 'string' ? { label: one } : one
    const spec = known[name]!
    // What changes an object requires nothing, but takes no null where the object has a value.
    const isNeeded =
      description.isNeeded ??
      (!spec.nullable && (spec.required ?? ('version' in known && spec.type !== 'list')))
    return { ...spec, ...description, name, isNeeded }
  })
  for (const [name, { after, ...one }] of Object.entries(own)) {
    const place = entries.findIndex((other) => other.name === after) + 1
    entries.splice(after === null ? 0 : place || entries.length, 0, {
      type: 'text',
      ...one,
      name,
      isOwn: true,
      isNeeded: one.required ?? false,
    })
  }
  return entries
}
