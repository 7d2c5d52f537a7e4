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
}
