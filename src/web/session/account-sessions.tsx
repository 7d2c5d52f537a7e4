import type { FC } from 'hono/jsx'
import type { Part } from '../kit/pager.tsx'
import { ConfirmButton, Badge } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'

export type Session = {
  id: string
  device: string
  ip: string | null
  created_at: string
  last_used_at: string
  methods: string[]
  current: boolean
}

export const SessionList: FC<{ items: Session[]; total: number; part: Part }> = ({ items, total, part }) => (
  <section class="card stack" aria-labelledby="sessions">
    <h2 id="sessions">Where you are signed in</h2>
    <ul class="rows">
      {items.map((one) => (
        <Row one={one} />
      ))}
    </ul>
    {part.pager(total)}
    {total > 1 ? (
      <ConfirmButton
        verb="Sign out"
        subject="everywhere else"
        showSubject
        action="/account/sessions/end-others"
        warning="Every other browser has to sign in again. This one stays."
      />
    ) : null}
  </section>
)

const methodNames: Record<string, string> = {
  totp: 'a code',
  recovery_code: 'a recovery code',
  passkey: 'a passkey',
  google: 'Google',
  github: 'GitHub',
}
const methodName = (method: string) => methodNames[method] ?? method

const Row: FC<{ one: Session }> = ({
  one: { id, device, ip, created_at, last_used_at, methods, current },
}) => (
  <li class="row">
    <div class="grow">
      <h3>
        {device} {current ? <Badge kind="good">this one</Badge> : null}
      </h3>
      <p class="facts">
        {ip ? <span>{ip}</span> : null}
        <span>
          Signed in <Day at={created_at} /> {`with ${methods.map(methodName).join(' and ')}`}
        </span>
        <span>
          Last used <Day at={last_used_at} />
        </span>
      </p>
    </div>
    {current ? null : (
      <ConfirmButton
        verb="End"
        subject={device}
        action="/account/sessions/end"
        fields={{ id }}
        warning="That browser has to sign in again."
      />
    )}
  </li>
)
