import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { employeeTarget } from '../../shared/employees.ts'
import * as queries from './queries.ts'
import { type Found, reconciled } from './reconciling.ts'
import {
  Allocation,
  AllocationChange,
  AllocationDraft,
  AllocationFilter,
  CapacityFilter,
  CapacityReport,
  Reconciliation,
  ReconciliationFilter,
  SavedAllocation,
} from './schemas.ts'
import { firstStepsOperation } from './first-steps.ts'
import { reportOperations } from './reporting.ts'
import { retentionOperations } from './retention.ts'
import { settingsOperations } from './settings.ts'

export default area(
  'workforce',
  'Capacity',
  { allocation_id: queries.allocationTarget, employee_id: employeeTarget },
  [
    read({
      id: 'getWorkforceCapacity',
      summary: 'Tell how much people can work, and what is planned for them',
      at: 'GET /workforce/capacity',
      role: 'manager',
      tool: 'get_workforce_capacity',
      heavy: true,
      details:
        'Of your team, for admins of all. Of others who are allocated to projects that you lead, it is not told why they ' +
        'are not available. In minutes.',
      query: CapacityFilter,
      returns: CapacityReport,
      example: { query: 'from=2026-12-07&to=2026-12-20' },
      run: ({ query }) => queries.capacity(query),
    }),
    read({
      id: 'getCapacityReconciliation',
      summary: 'Compare what people were to work with the log of hours and their time entries',
      at: 'GET /workforce/reconciliation',
      role: 'manager',
      not: ['impersonation'],
      tool: 'get_capacity_reconciliation',
      heavy: true,
      details: 'Of your team, for admins of all. Days with an open correction are pending. In minutes.',
      query: ReconciliationFilter,
      returns: Reconciliation,
      example: { query: 'from=2026-11-02&to=2026-11-15' },
      transform: (result) => JSON.stringify(reconciled(JSON.parse(result) as Found)),
      run: ({ query }) => queries.reconcile(query),
    }),
    read({
      id: 'listCapacityAllocations',
      summary: 'List who is planned for which project',
      at: 'GET /workforce/allocations',
      role: 'manager',
      details: 'Of your team, for admins of all, and those of projects that you lead.',
      query: AllocationFilter,
      returns: pageOf(Allocation),
      run: ({ query }) => queries.list(query),
    }),
    write({
      id: 'createCapacityAllocation',
      summary: 'Plan somebody of your team for a project',
      at: 'POST /workforce/allocations',
      role: 'manager',
      audit: 'capacity_allocation.created',
      body: AllocationDraft,
      returns: SavedAllocation,
      status: 201,
      refuses: [403],
      example: {
        body: {
          employee_id: '{own_employee_id}',
          project_id: '{project_id}',
          from: '2026-12-07',
          to: '2026-12-18',
          percent: 50,
        },
      },
      run: ({ body, id }) => queries.create(id(), body),
    }),
    write({
      id: 'updateCapacityAllocation',
      summary: 'Change how somebody is planned for a project',
      at: 'PATCH /workforce/allocations/{allocation_id}',
      role: 'manager',
      audit: 'capacity_allocation.updated',
      body: AllocationChange,
      returns: SavedAllocation,
      refuses: [403, 409],
      example: { body: { percent: 80 } },
      run: ({ params: { allocation_id }, body }) => queries.change(allocation_id, body),
    }),
    write({
      id: 'deleteCapacityAllocation',
      summary: 'Take somebody off a project',
      at: 'DELETE /workforce/allocations/{allocation_id}',
      role: 'manager',
      audit: 'capacity_allocation.deleted',
      status: 204,
      refuses: [403],
      example: {},
      run: ({ params: { allocation_id } }) => queries.remove(allocation_id),
    }),
    ...settingsOperations,
    ...retentionOperations,
    ...reportOperations,
    firstStepsOperation,
  ],
)
