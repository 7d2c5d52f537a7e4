import { inMinutes } from '../kit/meetings.ts'
import type { World } from './world.ts'

const invited = ({ people: { owner, admin, manager, viewer } }: World) =>
  [owner, admin, manager, viewer].map(({ id }) => ({ user_id: id }))

/** Meetings of the member, in which everybody takes part. */
export const meetingFixtures: Record<string, (world: World) => Promise<string>> = {
  meeting_id: async (world) => {
    const draft = {
      title: 'Review',
      starts_at: '2099-10-22T08:00:00Z',
      ends_at: '2099-10-22T09:00:00Z',
      participants: invited(world),
    }
    return (await world.people.member.ok('POST', `/api/v1/organizations/${world.org}/meetings`, draft)).id
  },
  /** One that takes place now, in a room elsewhere. */
  running_meeting_id: async (world) => {
    const draft = {
      title: 'Review',
      provider: 'external',
      external_url: 'https://meet.example.com/review',
      allow_guests: true,
      starts_at: inMinutes(-5),
      ends_at: inMinutes(60),
      participants: invited(world),
    }
    return (await world.people.member.ok('POST', `/api/v1/organizations/${world.org}/meetings`, draft)).id
  },
  guest_token: async (world) => {
    const path = `/api/v1/organizations/${world.org}/meetings/${await world.value('running_meeting_id')}`
    const { link } = await world.people.member.ok('POST', `${path}/guests`, { email: 'grace@example.com' })
    return link.split('/').at(-1)
  },
  participant_id: async (world) => {
    const path = `/api/v1/organizations/${world.org}/meetings/${await world.value('meeting_id')}`
    return (await world.people.member.ok('GET', path)).participants.at(-1).id
  },
}
