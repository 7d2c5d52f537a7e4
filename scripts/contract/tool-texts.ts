/** Descriptions of tools for which the summary and details of the operation say too little or too much for a model. */
export const toolDescriptions: Record<string, string> = {
  whoami: 'Tell who the user is, and which organizations they belong to',
  get_context:
    'Start here: the user, their organizations with role, time zone and date of today, what the key reaches, ' +
    'and the organization that tools use when none is named',
  list_issues:
    'List the tasks of a project; issues and tasks are the same thing (list_tasks is this tool under another name)',
  get_project_summary: 'Get the counts, progress and health of a project',
  update_organization:
    'Change an organization. Only the owner may change the slug, and require_second_factor only in a browser',
  create_invitation: 'Invite somebody by e-mail for 7 days. accept_url is a copy to pass on, shown once',
  get_earned_value:
    'Tell the earned value of a project on a day: PV, EV, AC, SPI, CPI, forecasts, in minutes or in money (managers). ' +
    'A metric without a value is null, with the reason in `undefined`',
  create_automation:
    'Create an automation: an action on an event, as by a manager; project_id and conditions for tasks only',
  list_automation_runs: 'List what an automation did',
  test_automation: 'Tell what an automation would do to a record',
  create_invoice: 'Draft an invoice with totals after EN 16931. It gets its number when it is issued',
  search:
    'Search tasks, documents, comments, projects, people, clients, leads, deals, invoices, contracts, suppliers, tickets ' +
    'and more, by key, name or words of the text',
  get_roadmap: 'Show projects, milestones, epics and sprints as bars over time, and what is late',
  create_issue_dependency:
    'Say that a task blocks, waits for or relates to another. Two tasks have one relation at most; circles are refused',
  create_organization: 'Create an organization and become its owner',
  create_baseline: 'Freeze the plan of a project as a baseline, which never changes; at most 20',
  set_repository_integration:
    'Connect to GitHub, GitLab or Gitea, or replace the token. Another provider or address drops the links',
  get_development_activity:
    'Tell what goes on in the repositories of a project: commits, pull requests, branches, newest first',
  issue_invoice: 'Issue an invoice: number, date, and its record in the register. It cannot be undone',
  create_expense:
    'Create an expense as a draft. Send net_minor and tax_minor, or total_minor and tax_rate; what is sent besides must agree',
  create_contract:
    'Create a draft of a contract, from a text or a template, whose milestones it takes unless others are sent',
  create_time_entry:
    'Record time that I worked: work_date and duration_seconds, or started_at and ended_at. A task decides the project, ' +
    'and the project the client',
  convert_lead:
    'Make a lead a client with a contact and, if requested, a deal; a repeated call answers what it became',
  create_crm_activity:
    'Plan or log an activity about a client, deal or lead. Send done_at for what is done already',
  get_crm_analytics:
    'Tell how deals and leads went: funnel, win rate, cycle, values, lost reasons, slippage; at most 400 days',
  create_ticket_message:
    'Write an internal note, answer the customer by mail (public), or record what the customer said',
  get_support_summary: 'Sum up tickets: created, resolved, backlog and times, and for managers each agent',
  create_sla_policy:
    'Create an SLA policy: how soon tasks are to be done, or tickets answered and resolved, that are created or change from ' +
    'now on',
  get_supplier_spend_dashboard:
    'Tell what is spent with suppliers: totals, shares, concentration and price increases, each currency by itself',
  verify_invoice_register:
    'Check that no record of an invoice was changed, removed or slipped in, 10,000 records a call (next_seq goes on). Keep ' +
    'the head of an answer: sent later as known_seq and known_hash, it shows whether the chain was rewritten since',
  list_webhooks: 'List the webhooks that tell other services of changes, with what fails and what waits',
  create_webhook:
    'Tell another service, such as a CRM, of changes: url is its https address, types what it is told of. A deal that is won ' +
    'is deal.updated with status in its fields. The secret in the answer signs the messages; it is shown once, for whoever ' +
    'runs the receiver. Not to be repeated: list_webhooks shows whether it was created',
  get_webhook: 'Get a webhook: what it is told of, since when it fails, and what the receiver answered last',
  update_webhook:
    'Change, pause or enable a webhook; active sends a test first. If the answer is lost, call again with the same arguments',
  delete_webhook:
    'Delete a webhook with the messages that wait. If the answer is lost, call again with the same arguments: not found ' +
    'means that it is gone',
  test_webhook:
    'Send a message to try a webhook, and see what the receiver answers. If the answer is lost, call again with the same ' +
    'arguments',
  list_webhook_deliveries:
    'Tell whether a webhook worked: its messages, those that were given up first, then those that wait',
  list_imports:
    'List the imports of tasks from CSV, Jira, Linear, Trello and Asana, the newest first. A file is sent and mapped on the ' +
    'page /imports, never through a tool',
  get_import:
    'Get an import: what its file holds, which states have to be mapped on its page, how far it is, what undoing it did',
  start_import:
    'Write the tasks of an import that is ready. Nobody is told of them. If the answer is lost, call again with the same ' +
    'arguments: it is refused when it runs or is done',
  undo_import:
    'Remove the tasks of an import that nobody changed or commented since, within 30 days; get_import tells what stays. If ' +
    'the answer is lost, call again with the same arguments',
}
