import type { FC } from 'hono/jsx'
import { rolesUpTo } from './invitations.tsx'
import { Pager } from './pager.tsx'
import { Ask, Badge, Hidden } from './parts.tsx'
import { type Home, isAtLeast } from './place.ts'
import { Day } from './time.tsx'

export type Member = {
  user_id: string
  name: string
  email: string | null
  role: string
  last_seen_at: string | null
}
type Props = {
  members: { items: Member[]; total: number }
  me: string
  home: Home
  at: string
  offset: number
  size: number
}

/** Who belongs to the organization. Admins change roles and remove people, up to their own role. */
export const Members: FC<Props> = ({ members: { items, total }, me, home, at, offset, size }) => (
  <section class="card stack" aria-labelledby="members">
    <h2 id="members">Members</h2>
    <ul class="rows">
      {items.map((member) => (
        <li class="row">
          <div class="grow">
            <p class="title">{member.user_id === me ? `${member.name} (you)` : member.name}</p>
            <p class="facts">
              {member.email ? <span>{member.email}</span> : null}
              {member.last_seen_at ? (
                <span>
                  Last seen <Day at={member.last_seen_at} />
                </span>
              ) : null}
            </p>
          </div>
          <Doings member={member} others={items} me={me} home={home} at={at} />
        </li>
      ))}
    </ul>
    <Pager at={at} kept={{}} offset={offset} size={size} total={total} />
  </section>
)

type DoingsProps = Pick<Props, 'me' | 'home' | 'at'> & { member: Member; others: Member[] }
const Doings: FC<DoingsProps> = ({ member, others, me, home, at }) => {
  const mine = member.user_id === me
  const rules = isAtLeast(home, 'admin') && !mine && isAtLeast(home, member.role)
  return (
    <div class="doings">
      {rules ? <RoleForm member={member} own={home.role} at={at} /> : <Badge>{member.role}</Badge>}
      {rules ? (
        <Ask
          does="Remove"
          about={member.name}
          action={`${at}/members/remove`}
          fields={{ id: member.user_id }}
          warning={<Heir member={member} others={others} />}
        />
      ) : null}
      {mine ? (
        <Ask
          does="Leave"
          about={home.name}
          action={`${at}/leave`}
          warning="You lose access at once, and your open tasks become unassigned. What you wrote stays."
        />
      ) : null}
    </div>
  )
}

const RoleForm: FC<{ member: Member; own: string; at: string }> = ({
  member: { user_id, name, role },
  own,
  at,
}) => (
  <form class="doings" method="post" action={`${at}/members`}>
    <Hidden fields={{ id: user_id }} />
    <label class="hidden" for={`role-${user_id}`}>{`Role of ${name}`}</label>
    <select id={`role-${user_id}`} name="role">
      {rolesUpTo(own).map((one) => (
        <option value={one} selected={one === role}>
          {one}
        </option>
      ))}
    </select>
    <button class="slim">Change role</button>
  </form>
)

/** What removing somebody does, and who takes over their open tasks. */
const Heir: FC<{ member: Member; others: Member[] }> = ({ member: { user_id, name }, others }) => (
  <>
    {`${name} loses access at once. What they wrote stays. Who takes over their open tasks?`}
    <label class="hidden" for={`heir-${user_id}`}>{`Who takes over the tasks of ${name}`}</label>{' '}
    <select id={`heir-${user_id}`} name="heir">
      <option value="">Nobody</option>
      {others
        .filter((one) => one.user_id !== user_id && one.role !== 'viewer')
        .map((one) => (
          <option value={one.user_id}>{one.name}</option>
        ))}
    </select>
  </>
)
