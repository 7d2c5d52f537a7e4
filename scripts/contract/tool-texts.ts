/** Descriptions of tools for which the summary and details of the operation say too little or too much for a model. */
export const said: Record<string, string> = {
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
  get_supplier_spend_dashboard:
    'Tell what is spent with suppliers: totals, shares, concentration and price increases, each currency by itself',
  verify_invoice_register:
    'Check that no record of an invoice was changed, removed or slipped in, 10,000 records a call (next_seq goes on). Keep ' +
    'the head of an answer: sent later as known_seq and known_hash, it shows whether the chain was rewritten since',
}
