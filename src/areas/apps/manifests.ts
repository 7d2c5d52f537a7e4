import type { SettingsSchema } from './settings.ts'

/** An app of the store. What it asks for and is set up with is data: the pages and checks follow from it. */
export type Manifest = {
  key: string
  name: string
  summary: string
  description: string
  category: 'automation' | 'reporting' | 'communication'
  publisher: string
  version: string
  capabilities: string[]
  /** Areas of the contract that it may read or write, such as `tasks:write`; writing includes reading. */
  requested_scopes: string[]
  /** The entitlement that a plan must include. */
  required_entitlement: 'apps' | null
  config_schema: SettingsSchema
  /** What it tells a chat, by the setting that chooses it; the setting `address` says where. */
  notices?: Record<string, string>
}

const nothingToSet: SettingsSchema = { type: 'object', properties: {}, required: [] }

/** The store, in the order in which it is shown. */
export const manifests: Manifest[] = [
  {
    key: 'automation-connector',
    name: 'Automation connector',
    summary: 'Lets n8n, Make or Zapier read and change tasks, clients and deals.',
    description:
      'Gives a key for a workflow tool. What the tool does here is done by a member of its own, named after the ' +
      'app, so that everybody sees what a person did and what a workflow did, and so that the workflow goes on when ' +
      'whoever set it up leaves.',
    category: 'automation',
    publisher: 'The service',
    version: '1.0.0',
    capabilities: ['Calls the API with a key of its own'],
    requested_scopes: [
      'organizations:read',
      'projects:read',
      'board:read',
      'tags:read',
      'tasks:write',
      'comments:write',
      'clients:write',
      'leads:write',
      'pipelines:read',
      'deals:write',
    ],
    required_entitlement: 'apps',
    config_schema: nothingToSet,
  },
  {
    key: 'spreadsheet-reports',
    name: 'Reports in spreadsheets',
    summary: 'Lets a spreadsheet or a reporting tool read figures, tasks and time.',
    description:
      'Gives a key that only reads, for the import functions of spreadsheets and for reporting tools. It sees what a ' +
      'member sees: no pay, no invoices, and no private projects unless it is added to them.',
    category: 'reporting',
    publisher: 'The service',
    version: '1.0.0',
    capabilities: ['Reads with a key of its own'],
    requested_scopes: ['projects:read', 'tasks:read', 'sprints:read', 'roadmap:read', 'time:read', 'bi:read'],
    required_entitlement: 'apps',
    config_schema: nothingToSet,
  },
  {
    key: 'chat-notices',
    name: 'Chat notices',
    summary: 'Tells a channel of Slack, Mattermost or Discord what happens here.',
    description:
      'Sends a sentence with a link for each event that you choose, to the incoming webhook of a channel. Whoever reads the ' +
      'channel reads it: so it tells nothing of private projects, internal comments, finance, pay, people or suppliers.',
    category: 'communication',
    publisher: 'The service',
    version: '1.0.0',
    capabilities: ['Sends sentences to one channel of a chat'],
    requested_scopes: [],
    required_entitlement: 'apps',
    config_schema: {
      type: 'object',
      properties: {
        address: {
          type: 'string',
          title: 'Address of the incoming webhook',
          description: 'The chat shows it when the webhook is created. It is kept sealed.',
          maxLength: 1000,
          'x-secret': true,
        },
        tasks_created: { type: 'boolean', title: 'New tasks' },
        tasks_completed: { type: 'boolean', title: 'Tasks that are done' },
        comments: { type: 'boolean', title: 'Comments' },
        sprints_started: { type: 'boolean', title: 'Sprints that start' },
        sprints_completed: { type: 'boolean', title: 'Sprints that end' },
        deals_won: { type: 'boolean', title: 'Deals that are won' },
        tickets_created: { type: 'boolean', title: 'New tickets' },
      },
      required: ['address'],
    },
    notices: {
      tasks_created: 'task.created',
      tasks_completed: 'task.completed',
      comments: 'comment.created',
      sprints_started: 'sprint.started',
      sprints_completed: 'sprint.completed',
      deals_won: 'deal.won',
      tickets_created: 'ticket.created',
    },
  },
]
export const manifestOf = (key: string): Manifest | undefined => manifests.find((one) => one.key === key)
