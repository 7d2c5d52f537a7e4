import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, backTo, objectPage, type Shown } from '../kit/page.tsx'
import { Facts, Notice } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Moment } from '../kit/time.tsx'
import { Room } from './room.tsx'
import { answers, invitedIn, inWords, people, placeOf, stateOf, statuses, whenOf } from './meeting-parts.tsx'

type Meeting = Answer<'getMeeting'>
type Props = Shown<Meeting, Answer<'listMeetingAttendance'>>

const changeFields = bodyFields('MeetingChange', {
  title: 'Title',
  starts_at: 'Begins',
  ends_at: 'Ends',
  description: { label: 'What it is about', height: 3 },
  allow_guests: 'Guests may join by a link',
  scope: {
    label: 'Of the series',
    choices: [
      ['this', 'the next one'],
      ['following', 'the next one and those after it'],
      ['all', 'all to come'],
    ],
  },
})

const replying = (verb: string, response: 'accepted' | 'tentative' | 'declined') =>
  calling<'respondToMeeting', Meeting>('respondToMeeting', { verb, also: () => ({ response }) })

/** Who takes part besides the host, as a change of the meeting names them. */
const takingPart = ({ participants }: Meeting) =>
  participants
    .filter(({ role }) => role !== 'host')
    .map(({ user_id, contact_id, email }) =>
      user_id ? { user_id } : contact_id ? { contact_id } : { email: email ?? '' },
    )

/** A meeting: when it is, who comes, the way into its room, and who was there. */
export default objectPage<'getMeeting', Answer<'listMeetingAttendance'>>({
  at: '/meetings/:id',
  of: 'getMeeting',
  noun: 'meeting',
  under: (organization) => [[say('Meetings'), addressIn(organization, 'meetings')]],
  title: ({ title }) => title,
  marks: stateOf,
  parts: ({ read }) => read('listMeetingAttendance'),
  forms: {
    join: calling('joinMeeting', {
      verb: 'Join',
      to: (_, pass, again) => again(<Room of={pass} />),
    }),
    accept: replying('Accept', 'accepted'),
    perhaps: replying('Perhaps', 'tentative'),
    decline: replying('Decline', 'declined'),
    change: calling('updateMeeting', { title: 'Edit', fields: changeFields }),
    invite: calling('updateMeeting', {
      title: 'Invite others',
      verb: 'Invite',
      fields: bodyFields('MeetingChange', {}, people),
      also: (form, { object }) => ({ participants: [...takingPart(object), ...invitedIn(form)] }),
      saidAt: { participants: 'people' },
    }),
    guest: calling('addMeetingGuest', {
      title: 'Admit a guest',
      verb: 'Make a link',
      fields: bodyFields('MeetingGuestDraft', {
        email: { label: 'E-mail', isNeeded: true },
        name: { label: 'Name' },
      }),
      to: (_, { name, link }, again) =>
        again(
          <Notice kind="good" title={say('The link for {name}', { name })}>
            <p>{say('It is shown only now, and admits whoever has it once you are in the room.')}</p>
            <p class="as-typed">{link}</p>
          </Notice>,
        ),
    }),
    remove: calling('deleteMeetingParticipant', { verb: 'Take out', warning: 'They are told by mail.' }),
    end: calling('endMeeting', { verb: 'End for everybody', warning: 'Everybody is put out of the room.' }),
    cancel: calling('deleteMeeting', {
      verb: 'Cancel it',
      warning: 'Participants are told.',
      to: backTo('meetings'),
    }),
    all: calling('deleteMeeting', {
      verb: 'Cancel all of the series',
      warning: 'Participants are told.',
      query: ['scope'],
      to: backTo('meetings'),
    }),
  },
  Content: (shown) => {
    const { object: meeting, form } = shown
    return (
      <>
        <Facts
          of={[
            [say('When'), whenOf(meeting)],
            [say('Repeats'), inWords(meeting.recurrence)],
            [say('Where'), placeOf(meeting.provider)],
            [say('Led by'), meeting.host?.name],
            [
              say('What it is about'),
              meeting.description && <span class="as-typed">{meeting.description}</span>,
            ],
          ]}
        />
        {isOpen(meeting) ? <Coming {...shown} /> : null}
        <People {...shown} />
        <Others {...shown} />
        <Attendance {...shown} />
        {meeting.may_change && isOpen(meeting) ? (
          <section class="card stack" aria-label={say('Change')}>
            {form('change', meeting.recurrence ? {} : { except: ['scope'] })}
            {form('invite')}
            {meeting.allow_guests && meeting.provider !== 'internal' ? form('guest') : null}
            {meeting.status === 'live' ? form('end', { about: meeting.title }) : null}
            {form('cancel', { about: meeting.title })}
            {meeting.recurrence ? form('all', { about: meeting.title, hidden: { scope: 'all' } }) : null}
          </section>
        ) : null}
      </>
    )
  },
})

const isOpen = ({ status }: Meeting) => status === 'scheduled' || status === 'live'

const Coming: FC<Props> = ({ object: { my_response, provider }, form }) => (
  <section class="card stack" aria-label={say('Coming')}>
    {provider === 'internal' ? null : form('join', { primary: true })}
    {my_response === null ? null : (
      <>
        <p>{say('You: {answers}.', { answers: say(answers[my_response]) })}</p>
        <div class="buttons">
          {my_response === 'accepted' ? null : form('accept')}
          {my_response === 'tentative' ? null : form('perhaps')}
          {my_response === 'declined' ? null : form('decline')}
        </div>
      </>
    )}
  </section>
)

const People: FC<Props> = (shown) => {
  const { object: meeting, form } = shown
  return (
    <ListSection
      id="people"
      title={say('People')}
      of={meeting.participants}
      shown={shown}
      line={(one) => ({
        title: one.name,
        facts: [
          one.email,
          one.role === 'host'
            ? say('leads it')
            : one.role === 'guest'
              ? say('guest')
              : one.response && say(answers[one.response]),
        ],
        buttons:
          one.role === 'host' || !meeting.may_change || !isOpen(meeting)
            ? []
            : [form('remove', { of: one, about: one.name })],
      })}
    />
  )
}

/** When a series takes place. */
const Others: FC<Props> = (shown) => (
  <ListSection
    id="occurrences"
    title={say('When it takes place')}
    of={shown.object.recurrence ? shown.object.occurrences : []}
    shown={shown}
    orNothing
    line={(one) => ({ title: <Moment at={one.starts_at} />, facts: [one.title, say(statuses[one.status])] })}
  />
)

const Attendance: FC<Props> = (shown) => (
  <ListSection
    id="attendance"
    title={say('Who was there: {total_minutes} minutes together', {
      total_minutes: shown.parts.total_minutes,
    })}
    of={shown.parts.items}
    shown={shown}
    orNothing
    line={(one) => ({
      title: one.name,
      facts: [
        <Moment at={one.joined_at} />,
        say('{number} minutes', { number: Math.round(one.seconds / 60) }),
      ],
    })}
  />
)
