import { bodyFields } from '../kit/fields.tsx'
import type { Again } from '../kit/forms.tsx'
import type { Answer, Read, Schemas } from '../kit/operations.ts'
import { Badge, Copy, Notice } from '../kit/parts.tsx'
import { together } from '../kit/all-of.ts'
import { readAll } from '../kit/all-of.ts'
import { saidChoice } from '../kit/field-entries.ts'
import type { Item } from '../kit/operations.ts'
import { say } from '../kit/say.ts'
import type { Form } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'

type Webhook = Pick<Schemas['Webhook'], 'status' | 'failing_since' | 'disabled_reason'>

const formats: [Schemas['WebhookFormat'], string][] = [
  ['standard', 'JSON, signed by Standard Webhooks'],
  ['slack', 'A sentence for a chat: Slack, Mattermost, Discord'],
]
const payloads: [Schemas['WebhookPayload'], string][] = [
  ['thin', 'What changed, to be read by the API'],
  ['object', 'The object, too, and its values before'],
]
export const formatOf = ({ format }: { format: Schemas['WebhookFormat'] }) => saidChoice(formats, format)

const described = {
  name: { label: 'Name', wide: true },
  url: {
    label: 'Address',
    hint: 'Where messages are posted to, with https. It is kept sealed: only its host is shown again.',
    wide: true,
    autocomplete: 'off',
  },
  types: { label: 'Told of', hint: 'What is sensitive is open to owners alone.' },
  project_ids: { label: 'Only these projects', hint: 'None for everything.' },
  payload: { label: 'They hold', choices: payloads },
  format: { label: 'Messages', choices: formats },
  sensitive: 'May be told of finance, pay, people and suppliers',
} as const
const headers = (hint: string) => ({
  headers: {
    label: 'Headers',
    type: 'long' as const,
    hint: `One a line, as Authorization: Bearer … at most five. ${hint}`,
    wide: true as const,
    after: 'url',
  },
})
export const draftFields = bodyFields('WebhookDraft', described, headers('They are kept sealed, too.'))
export const changeFields = bodyFields(
  'WebhookChange',
  described,
  headers('Empty keeps those that there are; what is written replaces all of them.'),
)

/** The headers as they are written, one a line; and null for no project, which is everything. */
export function moreIn({ headers: written = '' }: Form, _: unknown, body: Record<string, unknown>) {
  const everything = Array.isArray(body.project_ids) && !body.project_ids.length ? { project_ids: null } : {}
  const lines = written
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const wrong = lines.find((line) => !/^[^:\s]+:\s*\S/.test(line))
  if (wrong) return { invalid: { headers: `“${wrong}” has to be a name, a colon and a value.` } }
  const named = lines.map((line) => [line.split(':')[0]!, line.slice(line.indexOf(':') + 1).trim()])
  return { ...everything, ...(lines.length && { headers: Object.fromEntries(named) as Form }) }
}

export type Offers = { types: Answer<'listWebhookEventTypes'>; projects: Item<'listProjects'>[] }
export const offersOf = (read: Read): Promise<Offers> =>
  together({ types: read('listWebhookEventTypes', {}), projects: readAll(read, 'listProjects') })

/** Everything, or all of a kind; and what a webhook names besides. */
export function choicesOf({ types, projects }: Offers, own: readonly string[] = []) {
  const kinds = [...new Map(types.items.map(({ kind, sensitive }) => [kind, sensitive]))]
  const whole = kinds.map(([kind, sensitive]): [string, string] => [
    `${kind}.*`,
    sensitive ? say('{kind} (sensitive)', { kind: inWords(kind) }) : inWords(kind),
  ])
  const known = new Set(['*', ...whole.map(([type]) => type)])
  const others = own.filter((type) => !known.has(type)).map((type): [string, string] => [type, inWords(type)])
  return {
    types: [['*', say('Everything but what is sensitive')], ...others, ...whole] as [string, string][],
    project_ids: projects,
  }
}

const reasons: Record<NonNullable<Webhook['disabled_reason']>, string> = {
  gone: 'disabled: the receiver is gone',
  failing: 'disabled: nothing arrived',
  unsafe: 'disabled: unsafe address',
  plan: 'disabled by the plan',
}
export function stateOf({ status, failing_since, disabled_reason }: Webhook) {
  if (status === 'disabled') return <Badge kind="bad">{say(reasons[disabled_reason!])}</Badge>
  if (status === 'paused') return <Badge>{say('paused')}</Badge>
  return failing_since ? (
    <Badge kind="warn">{say('failing')}</Badge>
  ) : (
    <Badge kind="good">{say('active')}</Badge>
  )
}

const sample = `import { Webhook } from 'standardwebhooks'

const message = new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers)`

/** The secret, on this page alone, with what a receiver does with it. */
export const secretShown = ({ secret }: { secret: string | null }, again: Again) =>
  secret
    ? again(
        <Notice kind="good" title={say('The secret that signs its messages')}>
          <p>{say('It is shown only now. The receiver needs it to know that a message is from here:')}</p>
          <Copy id="secret" what={say('Secret')} text={secret} fold />
          <Copy id="sample" what={say('Sample code')} text={sample} fold />
        </Notice>,
      )
    : undefined
