import type { Child, FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Schemas } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { inWords } from '../kit/words.ts'

type Objective = Schemas['Objective']
type KeyResult = Schemas['KeyResult']

const said = {
  on_track: ['on track', 'good'],
  at_risk: ['at risk', 'warn'],
  off_track: ['off track', 'bad'],
} as const
const bands = { green: 'good', yellow: 'warn', red: 'bad' } as const

/** How an objective stands: its health while it is active, its score once it is closed. */
export const Standing: FC<{ of: Pick<Objective, 'status' | 'health' | 'score' | 'band'> }> = ({
  of: { status, health, score, band },
}) =>
  health ? (
    <Badge kind={said[health][1]}>{say(said[health][0])}</Badge>
  ) : (
    <Badge kind={band ? bands[band] : undefined}>
      {[inWords(status), score !== null && score].filter((part) => part !== false).join(' ')}
    </Badge>
  )

export const Health: FC<{ is: KeyResult['health'] }> = ({ is }) =>
  is ? <Badge kind={said[is][1]}>{say(said[is][0])}</Badge> : null

export const percent = (share: number | null) =>
  share === null ? say('not measured') : `${Math.round(share * 100)} %`

/** A bar beside its share; nothing where nothing is measured. */
export const Bar: FC<{ of: number | null; name: string }> = ({ of, name }) =>
  of === null ? null : <progress value={of} max={1} aria-label={say('Progress of {name}', { name })} />

type Valued = Pick<KeyResult, 'current_value' | 'target_value'> & { unit: string | null }
/** "40 of 100 people". */
export const valueOf = ({ current_value: now, target_value: target, unit }: Valued): Child =>
  now === null
    ? say('no value')
    : [now, target !== null && say('of {target}', { target }), unit].filter(Boolean).join(' ')

const confidence = { label: 'How confident are you', none: 'As its progress says' }
export const checkInForm = calling('checkIn', {
  title: 'Check in',
  verb: 'Check in',
  fields: bodyFields('CheckInDraft', {
    value: 'Value',
    confidence,
    comment: { label: 'What happened', wide: true },
    as_of: { label: 'On', hint: 'Today if empty.' },
  }),
})

const objective = {
  title: { label: 'What should be reached', wide: true },
  description: { label: 'Why, and what it means' },
  period_start: 'First day',
  period_end: 'Last day',
  parent_id: { label: 'Part of', none: 'No other' },
  roll_up: {
    label: 'Progress follows from',
    choices: [
      ['key_results', 'Its key results'],
      ['children', 'The objectives below it'],
      ['combined', 'Both'],
    ] as [string, string][],
  },
  weight: { label: 'Weight', hint: 'Beside others that are part of the same.' },
  visibility: {
    label: 'Seen by',
    choices: [
      ['organization', 'Everybody'],
      ['private', 'Its owners and admins'],
    ] as [string, string][],
  },
} as const
export const objectiveDraft = bodyFields('ObjectiveDraft', objective)
export const objectiveFields = bodyFields('ObjectiveChange', { ...objective, confidence })

const keyResult = {
  title: { label: 'What is measured', wide: true },
  start_value: { label: 'From', hint: '0 if empty.' },
  target_value: 'To',
  min_value: { label: 'At least', hint: 'To stay within a range.' },
  max_value: 'At most',
  unit: { label: 'Unit', hint: 'Of a number, such as visitors.' },
  currency: { label: 'Currency', hint: 'Of an amount, such as EUR.' },
  weight: 'Weight',
} as const
const directions: [string, string][] = [
  ['increase', 'Up to the target'],
  ['decrease', 'Down to the target'],
  ['maintain', 'Within a range'],
]
export const keyResultDraft = bodyFields('KeyResultDraft', {
  metric_type: {
    label: 'Kind',
    choices: [
      ['number', 'Number'],
      ['percentage', 'Percentage'],
      ['currency', 'Amount of money'],
      ['boolean', 'Done or not'],
      ['tasks', 'Tasks of a saved filter'],
    ],
  },
  direction: { label: 'Goes', choices: directions },
  ...keyResult,
  filter_id: { label: 'Saved filter', hint: 'Of tasks: which count.', none: 'None' },
})
export const keyResultFields = bodyFields('KeyResultChange', {
  direction: { label: 'Goes', choices: directions },
  ...keyResult,
  reason: { label: 'Why it changes', wide: true },
})
