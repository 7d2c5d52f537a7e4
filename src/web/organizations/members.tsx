import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { isAtLeast } from '../kit/organization-context.ts'
import { Badge } from '../kit/parts.tsx'
import { type Line, ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day, onDay } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'
import type { ShownOrganization } from './organization.tsx'

const roles = ['viewer', 'member', 'manager', 'admin', 'owner']
/** The roles that a person with this role may grant. */
export const rolesUpTo = (ownRole: string) =>
  roles.slice(0, roles.indexOf(ownRole) + 1).map((one): [string, string] => [one, inWords(one)])

/** The forms for the members of an organization. */
export const memberForms = {
  role: calling<'updateMember', null>('updateMember', {
    verb: 'Save role',
    fields: bodyFields('MemberChange', { role: 'Role', title: 'Job title' }),
  }),
  remove: calling<'deleteMember', null>('deleteMember', {
    title: 'Remove',
    verb: 'Remove from the organization',
    fields: bodyFields('MemberRemoval', {
      reassign_tasks_to: {
        label: 'Who takes over their open tasks',
        hint: 'Access ends at once. What they wrote stays.',
        none: 'Nobody',
      },
    }),
  }),
  leave: calling<'leaveOrganization', null>('leaveOrganization', {
    verb: 'Leave',
    warning: 'You lose access at once, and your open tasks become unassigned. What you wrote stays.',
    to: () => '/dashboard',
  }),
}

type Member = ShownOrganization['parts']['members']['items'][number]
/** The members of the organization. Admins change roles and remove members, up to their own role. */
export const Members: FC<ShownOrganization> = (shown) => {
  const { items, total, part } = shown.parts.members
  return (
    <ListSection
      id="members"
      title={say('Members')}
      of={items}
      line={(member) => memberLine(shown, member)}
      shown={shown}
      part={part}
      total={total}
    />
  )
}

function memberLine(shown: ShownOrganization, member: Member): Line {
  const { organization, person, form } = shown
  const { user_id, name, email, title, role, last_seen_at, second_factor, viewer_from } = member
  const isSelf = user_id === person.id
  return {
    id: user_id,
    title: isSelf ? say('{name} (you)', { name }) : name,
    facts: [
      email,
      title,
      onDay('Last seen', last_seen_at),
      second_factor === null ? null : second_factor ? say('Second factor on') : say('No second factor'),
      viewer_from && (
        <>
          {say('May only view from {at} until the plan has seats for all', { at: <Day at={viewer_from} /> })}
        </>
      ),
    ],
    marks: [<Badge>{inWords(role)}</Badge>, isSelf ? form('leave', { about: organization.name }) : null],
    forms: isSelf || !isAtLeast(organization, role) ? [] : formsFor(shown, member),
  }
}

function formsFor({ organization, parts, form }: ShownOrganization, member: Member) {
  const of = { ...member, id: member.user_id }
  const others = parts.members.items.filter(({ user_id, role }) => user_id !== of.id && role !== 'viewer')
  return [
    form('role', { of, choices: { role: rolesUpTo(organization.role) } }),
    form('remove', { of, about: member.name, choices: { reassign_tasks_to: others } }),
  ]
}
