import type { FC } from 'hono/jsx'
import { rolesUpTo } from './invitations.tsx'
import { Pager } from '../kit/pager.tsx'
import { ConfirmButton, Badge, Hidden } from '../kit/parts.tsx'
import { type Home, isAtLeast } from '../kit/organization-context.ts'
import { Day } from '../kit/time.tsx'

export type Member = {
  user_id: string
  name: string
  email: string | null
  role: string
  last_seen_at: string | null
  /** Null unless the reader is an admin. */
  second_factor: boolean | null
}
type Props = {
  members: { items: Member[]; total: number }
  me: string
  home: Home
  at: string
  offset: number
  size: number
  /** The id of the member whose removal the page asks to confirm. */
  removing: string | undefined
}

/** The members of the organization. Admins change roles and remove members, up to their own role. */
export const Members: FC<Props> = ({ members: { items, total }, me, home, at, offset, size, removing }) => (
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
          <MemberActions
            member={member}
            me={me}
            home={home}
            at={`${at}${offset ? `?offset=${offset}&` : '?'}`}
            base={at}
          />
          {removing === member.user_id && mayManage(home, member, me) ? (
            <RemoveForm member={member} others={items} at={at} />
          ) : null}
        </li>
      ))}
    </ul>
    <Pager at={at} query={{}} offset={offset} size={size} total={total} />
  </section>
)

/** Whether the reader may change the role of a member or remove them: admins may, up to their own role. */
const mayManage = (home: Home, { user_id, role }: Member, me: string) =>
  isAtLeast(home, 'admin') && user_id !== me && isAtLeast(home, role)

type MemberActionsProps = Pick<Props, 'me' | 'home' | 'at'> & { member: Member; base: string }
const MemberActions: FC<MemberActionsProps> = ({ member, me, home, at, base }) => {
  const { user_id, name, role } = member
  const manages = mayManage(home, member, me)
  return (
    <div class="buttons">
      {manages ? <RoleForm member={member} ownRole={home.role} at={base} /> : <Badge>{role}</Badge>}
      {manages ? (
        <a class="button slim" href={`${at}remove=${user_id}#remove`}>
          Remove<span class="hidden">{` ${name}`}</span>
        </a>
      ) : null}
      {user_id === me ? (
        <ConfirmButton
          verb="Leave"
          subject={home.name}
          action={`${base}/leave`}
          warning="You lose access at once, and your open tasks become unassigned. What you wrote stays."
        />
      ) : null}
    </div>
  )
}

const RoleForm: FC<{ member: Member; ownRole: string; at: string }> = ({
  member: { user_id, name, role },
  ownRole,
  at,
}) => (
  <form class="buttons" method="post" action={`${at}/members`}>
    <Hidden fields={{ id: user_id }} />
    <label class="hidden" for={`role-${user_id}`}>{`Role of ${name}`}</label>
    <select id={`role-${user_id}`} name="role">
      {rolesUpTo(ownRole).map((one) => (
        <option value={one} selected={one === role}>
          {one}
        </option>
      ))}
    </select>
    <button class="slim">Change role</button>
  </form>
)

/** Confirms the removal of a member, and asks who takes over their open tasks. */
const RemoveForm: FC<{ member: Member; others: Member[]; at: string }> = ({
  member: { user_id, name },
  others,
  at,
}) => (
  <form class="notice bad close full" id="remove" method="post" action={`${at}/members/remove`}>
    <p>{`${name} loses access at once. What they wrote stays.`}</p>
    <Hidden fields={{ id: user_id }} />
    <label for="successor">Who takes over their open tasks</label>
    <select id="successor" name="successor">
      <option value="">Nobody</option>
      {others
        .filter((one) => one.user_id !== user_id && one.role !== 'viewer')
        .map((one) => (
          <option value={one.user_id}>{one.name}</option>
        ))}
    </select>
    <div class="buttons">
      <button class="danger slim">{`Remove ${name}`}</button>
      <a href={`${at}#members`}>Keep them</a>
    </div>
  </form>
)
