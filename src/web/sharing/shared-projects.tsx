import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { addressIn } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { atMoment, onDay } from '../kit/time.tsx'
import { inWordsOf } from './switches.ts'

/** The projects that other organizations share with this one. */
export default listPage({
  at: '/organizations/:slug/shared',
  of: 'listSharedProjects',
  title: 'Shared with us',
  lead: 'Projects of other organizations that your members read.',
  noun: ['project'],
  states: ['accepted', 'pending', 'expired', 'revoked', 'left'],
  stateWords: {
    accepted: 'open',
    pending: 'invitations',
    revoked: 'ended',
    expired: 'expired',
    left: 'left',
  },
  forms: {
    leave: calling('leaveSharedProject', {
      verb: 'Leave',
      warning: 'To read it again takes a new invitation.',
    }),
  },
  line: (one, { home, form }) => ({
    ...(one.is_available && { to: addressIn(home, `shared/${one.id}`) }),
    title: one.project_name,
    facts: [
      `by ${one.organization_name}`,
      one.status === 'accepted' && inWordsOf(one.include),
      one.status === 'pending' ? 'the link is in your mail' : onDay('until', one.access_until),
      one.accepted_by_name && `accepted by ${one.accepted_by_name}`,
      atMoment('ended', one.ended_at),
    ],
    marks:
      one.status === 'accepted' ? (
        one.is_available ? (
          <Badge>read-only</Badge>
        ) : (
          <Badge kind="warn">not available</Badge>
        )
      ) : (
        <Badge>{one.status === 'pending' ? 'invited' : one.status}</Badge>
      ),
    buttons: one.status === 'accepted' ? [form('leave', { of: one, about: one.project_name })] : [],
  }),
})
