import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { addressIn } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
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
  line: (one, { organization, form }) => ({
    ...(one.is_available && { to: addressIn(organization, `shared/${one.id}`) }),
    title: one.project_name,
    facts: [
      say('by {organization_name}', { organization_name: one.organization_name }),
      one.status === 'accepted' && inWordsOf(one.include),
      one.status === 'pending' ? say('the link is in your mail') : onDay('until', one.access_until),
      one.accepted_by_name &&
        say('accepted by {accepted_by_name}', { accepted_by_name: one.accepted_by_name }),
      atMoment('ended', one.ended_at),
    ],
    marks:
      one.status === 'accepted' ? (
        one.is_available ? (
          <Badge>{say('read-only')}</Badge>
        ) : (
          <Badge kind="warn">{say('not available')}</Badge>
        )
      ) : (
        <Badge>{one.status === 'pending' ? say('invited') : one.status}</Badge>
      ),
    buttons: one.status === 'accepted' ? [form('leave', { of: one, about: one.project_name })] : [],
  }),
})
