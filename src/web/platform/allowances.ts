import { amountOf, labelOf, nameOf } from '../billing/amounts.ts'
import type { Choices, OwnField } from '../kit/field-entries.ts'
import type { Schemas } from '../kit/operations.ts'
import type { Form } from '../kit/page-request.ts'

type Features = Schemas['BillingFeatures']
type Key = keyof Features
type Feature = NonNullable<Features[Key]>

/** What a plan may say, in the order of the contract. */
const types: { [K in Key]-?: NonNullable<Features[K]>['type'] } = {
  seats: 'limit',
  storage_bytes: 'limit',
  requests: 'limit',
  tool_calls: 'limit',
  mails: 'limit',
  automation_runs: 'limit',
  meeting_minutes: 'limit',
  webhook_endpoints: 'limit',
  import_rows: 'limit',
  vault: 'boolean',
  apps: 'boolean',
  single_sign_on: 'boolean',
  audit_days: 'config',
}
const keys = Object.keys(types) as Key[]
export const allowances: Choices = keys.map((key) => [key, labelOf(key)])

const fieldLabel = (key: Key) => (key === 'storage_bytes' ? 'Storage, in bytes' : labelOf(key))
const yesNo: Choices = [
  ['yes', 'Included'],
  ['no', 'Not included'],
]
const said = (feature: Feature | undefined): string => {
  if (!feature) return ''
  if (feature.type === 'boolean') return feature.value ? 'yes' : 'no'
  return feature.value === null ? 'unlimited' : String(feature.value)
}

/** A field for each key. */
export const featureFields: Record<string, OwnField> = Object.fromEntries(
  keys.map((key): [string, OwnField] => [
    `allows_${key}`,
    {
      label: fieldLabel(key),
      from: ({ features }: { features?: Features }) => said(features?.[key]),
      ...(types[key] === 'boolean'
        ? { type: 'choice', choices: yesNo, none: 'As in the free plan' }
        : { type: 'text', hint: 'A number, or unlimited. Empty: as in the free plan.' }),
    },
  ]),
)

/** What was entered for a key, as the operation takes it: what is no number is left to it to refuse. */
export function allowed(text: string): number | boolean | null | string {
  const plain = text.trim().toLowerCase()
  if (plain === 'unlimited') return null
  if (plain === 'yes' || plain === 'no') return plain === 'yes'
  return /^\d+$/.test(plain) ? Number(plain) : text
}
export function featuresIn(form: Form): Record<string, unknown> {
  const entered = keys.map((key) => [key, form[`allows_${key}`]?.trim() ?? ''] as const)
  return Object.fromEntries(
    entered
      .filter(([, text]) => text)
      .map(([key, text]) => [key, { type: types[key], value: allowed(text) }]),
  )
}
/** Beside which field it is said what is wrong with a key. */
export const featureProblems = Object.fromEntries(
  keys.flatMap((key) => [`features.${key}.value`, `features.${key}`].map((at) => [at, `allows_${key}`])),
)

/** What a plan allows, in words. */
export const wordsOf = (features: Features): string[] =>
  keys.flatMap((key) => {
    const feature = features[key]
    if (!feature) return []
    if (feature.type === 'boolean')
      return [`${feature.value ? 'with' : 'without'} ${nameOf(key).toLowerCase()}`]
    return [
      `${nameOf(key).toLowerCase()} ${feature.value === null ? 'unlimited' : amountOf(key, feature.value)}`,
    ]
  })
