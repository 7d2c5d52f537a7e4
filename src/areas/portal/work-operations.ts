import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { contracts, contractStatuses } from '../../../db/schema/contracts.ts'
import { projectStatuses } from '../../../db/schema/projects.ts'
import { count, moment, pageOf, paging } from '../../kit/fields.ts'
import { read } from '../../kit/operation.ts'
import { all, answer, inOrg, one, page, shape } from '../../kit/sql.ts'
import { ownId, projectKey } from '../../shared/common-fields.ts'
import { minor } from '../../shared/money/fields.ts'
import { ability, client } from './queries.ts'

const contact = { role: 'portal' } as const

const Project = z
  .object({
    id: ownId,
    key: projectKey,
    name: z.string().describe('What it is called'),
    status: z.enum(projectStatuses).describe('Where it stands'),
    start_date: z.iso.date().nullable().describe('When it begins'),
    target_date: z.iso.date().nullable().describe('When it is to be finished'),
    tasks: count().describe('Its tasks, without cancelled ones'),
    done_tasks: count().describe('How many of them are done'),
  })
  .meta({ id: 'PortalProject' })
const ProjectDetail = Project.extend({
  description: z.string().nullable().describe('What it is about'),
  milestones: z
    .array(
      z
        .object({
          id: ownId,
          name: z.string().describe('What is to be reached'),
          due_date: z.iso.date().describe('By when'),
          completed_at: moment().nullable().describe('When it was reached'),
        })
        .meta({ id: 'PortalMilestone' }),
    )
    .describe('In the order of their dates'),
}).meta({ id: 'PortalProjectDetail' })

const Contract = z
  .object({
    id: ownId,
    number: z.string().describe('Its number'),
    title: z.string().describe('What it is about'),
    status: z.enum([...contractStatuses, 'expired', 'completed']).describe('Where it stands today'),
    start_date: z.iso.date().describe('When it begins'),
    end_date: z.iso.date().nullable().describe('Its last day, if it ends'),
    value_minor: minor().nullable().describe('What it is worth, in minor units of the currency'),
    currency: z.string().meta({ description: 'Of its value', example: 'EUR' }),
    sent_at: moment().nullable().describe('When it was sent'),
    signed_at: moment().nullable().describe('When the organization signed it'),
    counterparty_signed_at: moment().nullable().describe('When my company signed it'),
  })
  .meta({ id: 'PortalContract' })
const ContractDetail = Contract.extend({
  body: z.string().describe('The text as it was sent'),
  body_sha256: z.string().nullable().describe('The SHA-256 of the text'),
}).meta({ id: 'PortalContractDetail' })

const ours = all(
  inOrg(contracts),
  sql`${contracts.party_kind} = 'client' and ${contracts.client_id} = ${client} and ${contracts.sent_at} is not null`,
)
const status = sql`app.contract_status(${contracts}, app.org_today())`

/** What the abilities `projects` and `contracts` show: no tasks, people or drafts. */
export const workOperations = [
  read({
    id: 'listPortalProjects',
    summary: 'List the projects of my company by name',
    at: 'GET ~/portal/projects',
    ...contact,
    query: z.strictObject(paging),
    returns: pageOf(Project),
    run: ({ query: { limit, offset } }) => answer(sql`app.list_portal_projects(${limit}, ${offset})`),
  }),
  read({
    id: 'getPortalProject',
    summary: 'Get a project of my company with its milestones',
    at: 'GET ~/portal/projects/{project_id}',
    ...contact,
    noun: 'project',
    returns: ProjectDetail,
    run: ({ params: { project_id } }) => sql`select app.portal_project(${project_id}::uuid)::text as answer`,
  }),
  read({
    id: 'listPortalContracts',
    summary: 'List the contracts that were sent to my company, the latest first',
    at: 'GET ~/portal/contracts',
    ...contact,
    query: z.strictObject(paging),
    returns: pageOf(Contract),
    run: ({ query }) => [
      ability('contracts', true),
      page(
        { ...query, sort: [{ key: 'start_date', descending: true }] },
        shape(Contract, contracts, { status }),
        {
          where: ours,
          sorts: { start_date: contracts.start_date },
        },
      ),
    ],
  }),
  read({
    id: 'getPortalContract',
    summary: 'Get a contract of my company with its text',
    at: 'GET ~/portal/contracts/{contract_id}',
    ...contact,
    noun: 'contract',
    returns: ContractDetail,
    run: ({ params: { contract_id } }) => [
      ability('contracts', true),
      one(shape(ContractDetail, contracts, { status }), all(ours, sql`${contracts.id} = ${contract_id}`)),
    ],
  }),
]
