import type { Child } from 'hono/jsx'
import type { FormOptions } from '../kit/forms.tsx'
import type { Answer, Item } from '../kit/operations.ts'
import { Badge, Copy, Notice } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day, onDay } from '../kit/time.tsx'

type AnyKey = Item<'listMyApiKeys'> | Item<'listApiKeys'>
type Project = Pick<Item<'listProjects'>, 'id' | 'key' | 'name'>

/** What a key is called and what it may reach. */
export const described = {
  name: {
    label: 'Name',
    hint: 'Say where it will be used, such as “laptop” or “nightly report”.',
    autocomplete: 'off',
    wide: true,
  },
  project_id: { label: 'Reach', hint: 'What the key can access.', none: 'The whole organization' },
  expires_at: {
    label: 'Last day',
    hint: 'In UTC. Empty for a key that does not expire.',
    type: 'date',
  },
  read_only: {
    label: 'Read only',
    hint: 'It may look at everything within its reach, and change nothing.',
    type: 'check',
  },
} as const

/** A key ends with its last day. */
export const untilEnd = {
  also: ({ expires_at: day }: Record<string, string>) => ({ expires_at: day ? `${day}T23:59:59Z` : null }),
}

const inDays = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10)
/** What a form for a key has at first, and offers. */
export const keyOptions = (projects: Project[]): FormOptions => ({
  values: { expires_at: inDays(90) },
  choices: {
    project_id: projects.map(({ id, key, name }): [string, string] => [
      id,
      say('Only {name} ({key})', { name, key }),
    ]),
  },
})

/** The token of a new key, which only this page shows. */
export const issued = ({ name, token }: Pick<Answer<'createApiKey'>, 'name' | 'token'>) =>
  token ? (
    <Notice kind="good" title={say('The key “{name}” is ready', { name })}>
      <div class="close">
        <p>{say('Copy its token now. It is shown this once and cannot be looked up later.')}</p>
        <Copy id="token" what={say('Token')} text={token} fold />
        <p class="small">
          <a href="/connect">{say('How to use it with an assistant')}</a>
        </p>
      </div>
    </Notice>
  ) : (
    <Notice kind="warn" title={say('The key “{name}” was created before', { name })}>
      <p>
        {say(
          'Its token was shown then and cannot be shown again. If it is lost, revoke the key and create another.',
        )}
      </p>
    </Notice>
  )

const states = new Map<string, [kind: 'bad' | 'warn' | 'accent', text: string]>([
  ['requested', ['accent', 'requested']],
  ['offered', ['accent', 'not yet agreed to']],
  ['declined', ['bad', 'declined']],
  ['unanswered', ['warn', 'not answered in time']],
  ['expired', ['bad', 'expired']],
  ['revoked', ['bad', 'revoked']],
])

/** The name of a key with what it may do, and why it is not usable, if it is not. */
export const keyTitle = (key: AnyKey, name = key.name) => {
  const [kind, text] = states.get(key.state) ?? []
  return (
    <>
      {name} {key.read_only ? <Badge>{say('read only')}</Badge> : null}{' '}
      {kind ? <Badge kind={kind}>{say(text)}</Badge> : null}
    </>
  )
}

/** What a key reaches, whose it is, and when it was used. */
export const keyFacts = (key: AnyKey, person?: { user_id: string; name: string }): Child[] => [
  key.hint === 'svc_live_…' ? null : <span class="mono">{key.hint}</span>,
  key.project ? say('Only {name}', { name: key.project.name }) : say('Whole organization'),
  person && person.user_id !== key.created_by.user_id ? say('For {name}', { name: person.name }) : null,
  <>{say('Created {at} by {name}', { at: <Day at={key.created_at} />, name: key.created_by.name })}</>,
  ['requested', 'offered'].includes(key.state)
    ? onDay('Can be answered until', key.answer_until)
    : (onDay('Last used', key.last_used_at) ?? say('Not used yet')),
  onDay('Expires', key.expires_at) ?? say('Does not expire'),
]
