import { expect, test } from 'vitest'
import tools from '../../openapi/tools.json' with { type: 'json' }
import { workspace } from '../kit/makers.ts'
import { keyOf, rpc } from './rpc.ts'

/** What each area is called in the instructions, by which clients that load tools later choose this server. */
const words: Record<string, string> = {
  agency: 'capacity',
  apps: 'apps',
  attachments: 'files',
  audit: 'audit log',
  automations: 'automations',
  bi: 'figures',
  billing: 'usage',
  board: 'boards',
  calendar: 'calendars',
  clients: 'clients',
  comments: 'tasks',
  contracts: 'contracts',
  crm: 'clients',
  'crm-activities': 'clients',
  dashboard: 'tasks',
  deals: 'deals',
  departments: 'departments',
  dependencies: 'tasks',
  'document-comments': 'documents',
  documents: 'documents',
  employees: 'employees',
  expenses: 'expenses',
  filters: 'tasks',
  finance: 'figures',
  holdings: 'organizations',
  'invoice-register': 'invoices',
  invoices: 'invoices',
  leads: 'leads',
  leave: 'leave',
  meetings: 'meetings',
  metering: 'usage',
  notes: 'notes',
  notifications: 'reminders',
  oauth: 'apps',
  okr: 'objectives',
  organizations: 'organizations',
  payroll: 'payroll',
  pipelines: 'deals',
  projects: 'projects',
  reminders: 'reminders',
  repositories: 'repositories',
  roadmap: 'roadmaps',
  search: 'organizations',
  session: 'organizations',
  sharing: 'sharing',
  sla: 'service levels',
  sprints: 'sprints',
  suppliers: 'suppliers',
  support: 'support tickets',
  tags: 'tasks',
  tasks: 'tasks',
  time: 'time',
  timesheets: 'timesheets',
  vault: 'credentials',
  workforce: 'capacity',
  'working-hours': 'working hours',
}

test('the instructions begin with all that there are tools for', async () => {
  const { token } = await keyOf(await workspace())
  const client = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const { body } = await rpc('initialize', client, { token })
  const [, list] = /^Work management: (.*?)\. /.exec(body.result.instructions)!
  const named = list!.replace(' (also called issues)', '').split(', ')
  const areas = [...new Set(tools.map(({ area }) => area))].toSorted()
  expect(areas.filter((area) => !(area in words))).toEqual([])
  expect(areas.filter((area) => !named.includes(words[area]!))).toEqual([])
  expect(new Set(named)).toEqual(new Set(Object.values(words)))
})
