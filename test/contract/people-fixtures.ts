import { uuidv7 } from '../../src/kit/id.ts'
import type { World } from './world.ts'

const at = ({ org }: World, path: string) => `/api/v1/organizations/${org}${path}`

/** A day that no other request of this kind is for. */
let next = 0
const freeDay = () => new Date(Date.UTC(2027, 0, 4) + 86_400_000 * (next++ % 400)).toISOString().slice(0, 10)

/** A type that takes nothing from a balance and counts every day, so that a request always fits. */
const anyType = async (world: World): Promise<string> => {
  const draft = {
    name: `Leave ${uuidv7()}`,
    count_by: 'calendar',
    allow_half_day: false,
    affects_balance: false,
  }
  return (await world.people.owner.ok('POST', at(world, '/leave-types'), draft)).id
}

/** A request of the member's, and one of somebody who reports to the member. */
const memberRequest = async (world: World): Promise<string> => {
  const draft = { leave_type_id: await anyType(world), start_date: freeDay() }
  return (await world.people.member.ok('POST', at(world, '/leave-requests'), draft)).id
}
const reportRequest = async (world: World): Promise<string> => {
  const { owner, member } = world.people
  const { id: manager_employee_id } = await member.ok('GET', at(world, '/employees/me'))
  const report = { first_name: 'Report', hire_date: '2026-01-01', manager_employee_id }
  const { id: employee_id } = await owner.ok('POST', at(world, '/employees'), report)
  const draft = { leave_type_id: await anyType(world), start_date: freeDay(), employee_id }
  return (await owner.ok('POST', at(world, '/leave-requests'), draft)).id
}

/** What people of a world have as its employees. */
export const peopleFixtures: Record<string, (world: World) => Promise<string>> = {
  leave_type_id: anyType,
  leave_request_id: memberRequest,
  report_request_id: reportRequest,
  other_report_request_id: reportRequest,
  own_employee_id: async (world) => (await world.people.member.ok('GET', at(world, '/employees/me'))).id,
}
export const peopleStates: Record<string, Record<string, string>> = {
  getLeaveRequest: { request_id: 'leave_request_id' },
  updateLeaveRequest: { request_id: 'leave_request_id' },
  cancelLeaveRequest: { request_id: 'leave_request_id' },
  approveLeaveRequest: { request_id: 'report_request_id' },
  rejectLeaveRequest: { request_id: 'other_report_request_id' },
  getVacationBalance: { employee_id: 'own_employee_id' },
  listLeaveLedger: { employee_id: 'own_employee_id' },
}
