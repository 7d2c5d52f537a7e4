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
  /** Told to admins alone. */
  second_factor: boolean | null
}
type Props = {
  members: { items: Member[]; total: number }
  me: string
  home: Home
  at: string
  offset: number
  size: number
  /** Whom the page asks about before they are removed. */
  leaving: string | undefined
}

/** Who belongs to the organization. Admins change roles and remove people, up to their own role. */
export const Members: FC<Props> = ({ members: { items, total }, me, home, at, offset, size, leaving }) => (
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
              {member.second_factor === null ? null : (
                <span>{member.second_factor ? 'Second factor on' : 'No second factor'}</span>
              )}
            </p>
          </div>
          <Doings
            member={member}
            me={me}
            home={home}
            at={`${at}${offset ? `?offset=${offset}&` : '?'}`}
            base={at}
          />
          {leaving === member.user_id && mayRule(home, member, me) ? (
            <Removing member={member} others={items} at={at} />
          ) : null}
        </li>
      ))}
    </ul>
    <Pager at={at} kept={{}} offset={offset} size={size} total={total} />
  </section>
)

/** Whether the reader may change or remove somebody: as an admin, up to their own role. */
const mayRule = (home: Home, { user_id, role }: Member, me: string) =>
  isAtLeast(home, 'admin') && user_id !== me && isAtLeast(home, role)

type DoingsProps = Pick<Props, 'me' | 'home' | 'at'> & { member: Member; base: string }
const Doings: FC<DoingsProps> = ({ member, me, home, at, base }) => {
  const { user_id, name, role } = member
  const rules = mayRule(home, member, me)
  return (
    <div class="doings">
      {rules ? <RoleForm member={member} own={home.role} at={base} /> : <Badge>{role}</Badge>}
      {rules ? (
        <a class="button slim" href={`${at}remove=${user_id}#remove`}>
          Remove<span class="hidden">{` ${name}`}</span>
        </a>
      ) : null}
      {user_id === me ? (
        <Ask
          does="Leave"
          about={home.name}
          action={`${base}/leave`}
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
const Removing: FC<{ member: Member; others: Member[]; at: string }> = ({
  member: { user_id, name },
  others,
  at,
}) => (
  <form class="notice bad close whole" id="remove" method="post" action={`${at}/members/remove`}>
    <p>{`${name} loses access at once. What they wrote stays.`}</p>
    <Hidden fields={{ id: user_id }} />
    <label for="heir">Who takes over their open tasks</label>
    <select id="heir" name="heir">
      <option value="">Nobody</option>
      {others
        .filter((one) => one.user_id !== user_id && one.role !== 'viewer')
        .map((one) => (
          <option value={one.user_id}>{one.name}</option>
        ))}
    </select>
    <div class="doings">
      <button class="risky slim">{`Remove ${name}`}</button>
      <a href={`${at}#members`}>Keep them</a>
    </div>
  </form>
)
