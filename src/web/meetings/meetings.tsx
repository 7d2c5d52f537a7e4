import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { say } from '../kit/say.ts'
import {
  answers,
  invitedIn,
  inWords,
  people,
  placeOf,
  places,
  recurrenceOf,
  recurring,
  stateOf,
  whenOf,
} from './meeting-parts.tsx'

const draftFields = bodyFields(
  'MeetingDraft',
  {
    title: 'Title',
    starts_at: 'Begins',
    ends_at: 'Ends',
    provider: { label: 'Where', choices: places, none: 'A room, if there is one' },
    external_url: { label: 'Address of the room', hint: 'Only where the room is elsewhere.' },
    description: { label: 'What it is about', height: 3 },
  },
  { ...recurring, ...people },
)

/** The meetings of an organization that somebody takes part in; managers see all. */
export default listPage({
  at: '/organizations/:slug/meetings',
  of: 'listMeetings',
  title: 'Meetings',
  lead: 'What is planned, and what was. People are asked by mail and in their inbox.',
  noun: ['meeting'],
  search: 'Title',
  filters: {
    when: {
      label: 'When',
      choices: [
        ['', 'now and later'],
        ['all', 'at any time'],
      ],
      query: (when) => (when === 'all' ? { sort: '-starts_at' } : { next: true }),
    },
  },
  forms: {
    '': calling('createMeeting', {
      title: 'New meeting',
      verb: 'Plan it',
      fields: draftFields,
      also: (form, { organization }) => ({
        time_zone: organization.timezone,
        participants: invitedIn(form),
        ...recurrenceOf(form),
      }),
      saidAt: { participants: 'people', recurrence: 'times' },
      to: ({ organization }, { id }) => `/meetings/${id}?org=${organization.slug}&done=saved`,
    }),
  },
  create: ({ organization }) => ({
    above: (
      <p class="muted">{say('Times are by the clock of {timezone}.', { timezone: organization.timezone })}</p>
    ),
  }),
  line: (one, { organization: { slug } }) => ({
    to: `/meetings/${one.id}?org=${slug}`,
    title: one.title,
    facts: [
      whenOf(one),
      inWords(one.recurrence),
      placeOf(one.provider),
      one.host && say('led by {name}', { name: one.host.name }),
      one.my_response && one.my_response !== 'pending'
        ? say('you: {answers}', { answers: say(answers[one.my_response]) })
        : null,
    ],
    marks: stateOf(one),
  }),
})
