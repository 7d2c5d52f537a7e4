import { dayFromNow } from '../kit/okr.ts'
import type { World } from './world.ts'

/** Objects of the people who plan. */
export const okrFixtures: Record<string, (world: World) => Promise<string>> = {
  /** Under way today, so that values can be checked in. */
  objective_id: async ({ people: { owner }, org }) => {
    const draft = { title: 'Grow', period_start: dayFromNow(-30), period_end: dayFromNow(60) }
    return (await owner.ok('POST', `/api/v1/organizations/${org}/okr/objectives`, draft)).id
  },
}
