import type { FC } from 'hono/jsx'
import { Badge, Copy, Notice } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'

/** A key in a list. */
export type AnyKey = {
  id: string
  name: string
  hint: string
  state: string
  project: { key: string; name: string } | null
  read_only: boolean
  created_by: { user_id: string; name: string }
  created_at: string
  answer_until: string | null
  last_used_at: string | null
  expires_at: string | null
}

/** The token of a new key, which only this page shows. */
export const Issued: FC<{ issued: AnyKey & { token: string | null } }> = ({ issued: { name, token } }) =>
  token ? (
    <Notice kind="good" title={`The key “${name}” is ready`}>
      <div class="close">
        <p>Copy its token now. It is shown this once and cannot be looked up later.</p>
        <Copy id="token" what="Token" text={token} fold />
        <p class="small">
          <a href="/connect">How to use it with an assistant</a>
        </p>
      </div>
    </Notice>
  ) : (
    <Notice kind="warn" title={`The key “${name}” was created before`}>
      <p>
        Its token was shown then and cannot be shown again. If it is lost, revoke the key and create another.
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

/** Why a key is not usable, if it is not. */
export const KeyState: FC<{ of: AnyKey }> = ({ of: { state } }) => {
  const [kind, text] = states.get(state) ?? []
  return kind ? <Badge kind={kind}>{text}</Badge> : null
}

const unanswered = new Set(['requested', 'offered'])
type Named = { user_id: string; name: string }

export const Facts: FC<{ of: AnyKey; person?: Named }> = ({ of: key, person }) => (
  <p class="facts">
    {key.hint === 'svc_live_…' ? null : <span class="mono">{key.hint}</span>}
    <span>{key.project ? `Only ${key.project.name}` : 'Whole organization'}</span>
    {person && person.user_id !== key.created_by.user_id ? <span>{`For ${person.name}`}</span> : null}
    <span>
      Created <Day at={key.created_at} /> by {key.created_by.name}
    </span>
    {unanswered.has(key.state) ? (
      <Dated what="Can be answered until" at={key.answer_until} otherwise="" />
    ) : (
      <Dated what="Last used" at={key.last_used_at} otherwise="Not used yet" />
    )}
    <Dated what="Expires" at={key.expires_at} otherwise="Does not expire" />
  </p>
)

const Dated: FC<{ what: string; at: string | null; otherwise: string }> = ({ what, at, otherwise }) =>
  at ? (
    <span>
      {what} <Day at={at} />
    </span>
  ) : (
    <span>{otherwise}</span>
  )
