import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import { Facts, Notice } from '../kit/parts.tsx'
import { publicPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'
import { PageError } from '../kit/page-request.ts'
import { Room } from './room.tsx'
import { whenOf } from './meeting-parts.tsx'

/** The door of a meeting for a guest who holds a link to it. */
export default publicPage<Answer<'getGuestMeeting'>>({
  at: '/meet/:token',
  title: ({ parts }) => parts.title,
  centered: 'slim',
  unbranded: true,
  parts: ({ read }) =>
    read('getGuestMeeting').catch((error: unknown) => {
      if (!(error instanceof PageError && error.status === 404)) throw error
      throw new PageError(
        404,
        say('This link no longer works'),
        say('The meeting is over or cancelled, or its host changed who may come. Ask them for a new one.'),
      )
    }),
  forms: {
    '': calling('joinMeetingAsGuest', {
      verb: 'Join',
      fields: bodyFields('MeetingGuestJoining', { name: 'Your name' }),
      to: (_, pass, again) => again(<Room of={pass} />),
    }),
  },
  Content: ({ form, parts }) => (
    <>
      <Facts
        of={[
          [say('When'), whenOf(parts)],
          [say('With'), `${parts.host}, ${parts.organization}`],
        ]}
      />
      {parts.status === 'live' ? null : (
        <Notice kind="plain">
          <p>{say('The room opens 15 minutes before, once the host is there.')}</p>
        </Notice>
      )}
      {form('', { values: { name: parts.name }, primary: true })}
    </>
  ),
})
