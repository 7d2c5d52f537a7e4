/**
 * The table of contents of the reference: its chapters, and what the tags in them are about. A tag may span several areas
 * and endpoints, so that none of them can say it; each has its name once.
 */
export const groups: Record<string, Record<string, string>> = {
  'Getting in': {
    'Probes and metadata': 'Whether the service is up, and which build it is.',
    Discovery: 'Where clients find the authorization server and the keys that signed exports.',
    'OAuth authorization server': 'How applications get access in the name of a person: OAuth 2.1 with PKCE.',
    'Session and account': 'Signing up and in, and what belongs to a person rather than to an organization.',
    'API keys': 'Personal access tokens for scripts and assistants.',
  },
  Organization: {
    Organizations: 'Organizations, their members, roles and invitations.',
    Meetings: 'Meetings with people inside and outside, once or in a series, with answers and rooms.',
    Vault: 'Passwords, keys and certificates: kept sealed, and revealed with a reason that is logged.',
    Webhooks: 'Other services that are told of changes, with signed messages that can be sent again.',
    Billing:
      'The plan of the organization, what it allows and how much of it is used up, and the subscription.',
    Apps: 'Programs that are allowed in, with what each may read and write, and how it is set up.',
    Usage: 'What an organization uses of its limits, over time, and usage that its own programs report.',
    Exports: 'Everything that an organization has, as files with a signed manifest.',
    'Imports of organizations': 'An export of an organization that becomes a new one, under ids of its own.',
    'Audit log': 'Who did what and when: sealed in a chain of hashes that shows any change.',
    Platform:
      'For those who operate the service: organizations and people by name and number, never by content.',
  },
  'Projects and tasks': {
    Projects: 'What tasks, sprints and boards belong to, with its own key and, if private, its own members.',
    Tasks: 'What is to be done. Their keys, such as WEB-12, work wherever an id does.',
    Board: 'The columns of a project and the cards in them.',
    Dependencies: 'Which tasks wait for which, and what a change of dates would cause.',
    Sprints: 'Planning, running and closing sprints, with burndown, velocity and forecast.',
    Roadmap: 'Milestones, baselines and earned value.',
    Objectives: 'What is to be reached in a period, by which key results, and how far it is.',
    Tags: 'Tags of the organization or of one project.',
    Comments: 'Threads on tasks, with mentions and reactions.',
    Attachments: 'Files of tasks.',
    'Saved filters': 'Filters with a name, for oneself or for all.',
    Automations: 'Rules that act when something happens to a task, ticket, deal or lead.',
  },
  Documents: {
    Documents: 'Markdown in a tree, with every version kept.',
    'Document comments': 'Threads on a document or a passage of it.',
  },
  'Money and customers': {
    Invoices: 'Invoices with their numbers, tax rates, payments and credit notes, to the cent.',
    'Invoice register':
      'A chain of hashes over all that was issued and cancelled, as Spanish law asks for it.',
    Expenses: 'What people spent for the organization, and who approved it.',
    Finance: 'What came in and went out, what is owed, and the tax on it.',
    Clients: 'Whom the organization works for, and its contacts there.',
    Pipelines: 'The stages that deals go through, with the probability that they are won.',
    Deals: 'What may be sold to clients: stage, value, history, and how it ended.',
    Leads: 'People who may become clients, until they are one.',
    'CRM activities':
      'Calls, meetings and notes about clients, deals and leads: what was done, and what is due.',
    CRM: 'What became of deals and leads, and what they will bring.',
    Holdings: 'How a group of organizations is doing, by sums that each agreed to show.',
    Agency: 'How the work for each client goes: hours, tasks, money and health at a glance.',
    Imports:
      'Tasks from a table, Jira, Linear, Trello or Asana: what a file holds and means, what became of each row, and back.',
    Sharing:
      'Another organization reads one of your projects, and changes nothing: by an invitation, for as long as you like, with as much of it as you choose.',
    Suppliers: 'Whom it buys from, and how much.',
    Contracts: 'Agreements from templates, with signatures, renewals and payments by milestone.',
    'Service levels':
      'How soon tasks are to be done and tickets answered: policies, calendars of working time, and clocks.',
    'Support desk': 'Tickets of customers with messages and internal notes, canned responses and a summary.',
    'Mail of tickets': 'Mail that comes in for a mailbox, and ratings by the link in a mail.',
    'Portal accesses': 'Which contacts of clients may use the customer portal, and their links.',
    'Customer portal':
      'What contacts of clients see and do: their tickets and invoices, with a session of their own.',
  },
  People: {
    Departments: 'The parts of the organization, and who leads them.',
    Employees: 'Who works here, since when, where, for what and by which hours. Accounts are another thing.',
    Payroll:
      'Runs that pay for a period, their payslips, and what is paid and deducted besides the base pay.',
    Leave: 'Types of leave, requests and who decides, balances and the ledger behind them, and who is away.',
    'Working hours': 'When people came, paused and left: a chain of records that nobody can change.',
    Capacity: 'How much people can work, what is planned for them, and whether their hours agree.',
    Timesheets:
      'Weeks with what was worked and what was to be worked, which people submit and others approve.',
    'Time entries': 'Who worked how long on what, by hand or by timer.',
  },
  'For each person': {
    Dashboard: 'What awaits the caller, and how the projects are doing.',
    Notifications: 'The inbox, and who is told what.',
    Notes: 'Private notes.',
    Reminders: 'Private reminders, once or again and again.',
    Desktop: 'Where a client keeps its own state.',
    'Dashboards of figures':
      'Figures over work, customers and money: what is counted, by what and when, and how it is drawn.',
    Search: 'All that the caller may see.',
    Calendar: 'Due dates, holidays and working days, and feeds for calendar applications.',
  },
  'Other systems': {
    Repositories: 'GitHub, GitLab and Gitea: branches, pull requests and commits of tasks.',
    Addresses: 'Suggestions while an address is typed.',
    Files: 'Where the bytes of attachments and exports go and come from, by signed links.',
    'Live updates': 'Streams that say when something changes, so that whoever shows it reads it again.',
    Mail: 'What the links in mails do.',
  },
}
