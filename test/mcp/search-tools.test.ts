import { beforeAll, expect, test } from 'vitest'
import { keyOf, modern } from './rpc.ts'
import { workspace } from '../kit/makers.ts'

let token: string
beforeAll(async () => {
  token = (await keyOf(await workspace())).token
})

/** What people ask for, in their words, and the tools that do it. */
const requests: [string, ...string[]][] = [
  ['how much did we earn this year', 'get_finance_summary'],
  ['bill a customer', 'create_invoice'],
  ['the customer has paid', 'record_invoice_payment'],
  ['take back an invoice that was wrong', 'create_credit_note', 'cancel_invoice'],
  ['add a new client', 'create_client'],
  ['which suppliers do we spend most with', 'get_supplier_spend_dashboard'],
  ['submit a receipt for lunch', 'create_expense'],
  ['approve the travel costs', 'approve_expense'],
  ['log two hours of work', 'create_time_entry'],
  ['start the clock for a task', 'start_timer'],
  ['stop tracking time', 'stop_timer'],
  ['timesheet of last week', 'get_timesheet', 'list_timesheets'],
  ['what is blocking this task', 'list_issue_dependencies'],
  ['rename a column of the board', 'update_board_column'],
  ['drag a card to done', 'move_issue'],
  ['close the sprint', 'complete_sprint'],
  ['burndown chart', 'get_sprint_burndown'],
  ['put tasks into the next iteration', 'add_issues_to_sprint'],
  ['report a bug', 'create_issue'],
  ['change the priority of many tasks', 'bulk_update_issues'],
  ['undelete a task', 'restore_issue'],
  ['who changed this task', 'list_issue_history'],
  ['write a wiki page', 'create_document'],
  ['older versions of a page', 'list_document_versions'],
  ['invite a colleague', 'create_invitation'],
  ['make somebody an admin', 'update_member'],
  ['kick a user out of the organization', 'delete_member'],
  ['answer a support request', 'create_ticket_message'],
  ['customer tickets that are open', 'list_tickets'],
  ['response time promises to customers', 'list_sla_policies', 'list_sla_clocks', 'get_task_sla'],
  ['move an opportunity to the next stage', 'move_deal'],
  ['we lost the deal', 'lose_deal'],
  ['turn a prospect into a customer', 'convert_lead'],
  ['sales forecast', 'get_crm_analytics'],
  ['sign the agreement', 'sign_contract'],
  ['end a contract early', 'terminate_contract'],
  ['rule that sets the assignee automatically', 'create_automation'],
  ['connect GitHub', 'set_repository_integration', 'create_project_repository'],
  ['remind me tomorrow', 'create_reminder'],
  ['mark my inbox as read', 'mark_all_notifications_read'],
  ['which days are public holidays', 'list_holidays'],
  ['label a task', 'set_issue_tags'],
  ['is the ledger of invoices intact', 'verify_invoice_register'],
  ['which apps have access to my account', 'list_oauth_authorizations'],
  ['unpaid bills of our customers', 'list_invoices'],
  ['our income this quarter', 'get_finance_summary'],
  ['send the invoice to the client', 'issue_invoice'],
  ['refund a customer', 'create_credit_note'],
  ['reimburse an expense', 'approve_expense', 'update_expense'],
  ['add a vendor', 'create_supplier'],
  ['what should I work on today', 'list_my_work'],
  ['overdue tasks', 'query_issues', 'list_issues', 'list_my_work'],
  ['split a task into smaller ones', 'list_subtasks', 'create_issue'],
  ['this task waits for that one', 'create_issue_dependency'],
  ['leave a remark on a task', 'add_comment'],
  ['new sprint from Monday', 'create_sprint'],
  ['drop a task from the sprint', 'remove_issues_from_sprint'],
  ['set a deadline for the release', 'create_milestone', 'update_milestone'],
  ['is the project within budget', 'get_earned_value', 'get_project_summary'],
  ['gantt chart', 'get_roadmap'],
  ['close a project', 'archive_project'],
  ['who works on this project', 'list_project_members'],
  ['give Ada access to a project', 'set_project_member'],
  ['find a document about pricing', 'search', 'list_documents'],
  ['go back to an earlier version of the text', 'restore_document_version'],
  ['comment on a document', 'add_document_comment'],
  ['download a file', 'get_attachment'],
  ['pull requests of a task', 'get_development_activity'],
  ['log of what admins did', 'list_audit_log'],
  ['note a phone call with a customer', 'create_crm_activity'],
  ['how many deals did we win', 'get_crm_analytics', 'list_deals'],
  ['add a contact who may buy', 'create_lead'],
  ['assign a support ticket to me', 'update_ticket'],
  ['how is support doing', 'get_support_summary'],
  ['renew or change a contract', 'update_contract'],
  ['bill a milestone of a contract', 'invoice_contract_milestone'],
  ['subscribe to my calendar', 'get_calendar_feed'],
  ['jot something down', 'create_note'],
  ['snooze that reminder', 'snooze_reminder'],
  ['save this filter', 'create_saved_filter'],
  ['who belongs to our organization', 'list_members'],
  ['which invoices are late', 'list_invoices'],
  ['delete a label', 'delete_tag'],
  ['edit my comment', 'update_comment'],
  ['create a subtask', 'create_issue'],
  ['rank the backlog', 'list_backlog', 'move_issue'],
  ['velocity of the team', 'get_project_summary', 'list_sprints', 'get_sprint_burndown'],
  ['start the next sprint', 'start_sprint'],
  ['what changed since yesterday', 'list_issue_history', 'list_audit_log', 'list_notifications'],
  ['new page below another page', 'create_document'],
  ['move a page to another folder', 'move_document'],
  ['pin a note', 'update_note', 'create_note'],
  ['am I mentioned somewhere', 'list_notifications'],
  ['board of the project', 'get_board'],
  ['how many story points are left', 'get_sprint_burndown', 'get_sprint'],
  ['erase a document for good', 'purge_document'],
  ['new column in the board', 'create_board_column'],
  ['connect a repository to the project', 'create_project_repository'],
  ['cancel an invitation', 'delete_invitation'],
  ['new company that we sell to', 'create_client'],
  ['notes of the last meeting with a client', 'list_crm_activities'],
  ['all contracts that end soon', 'list_contracts'],
  ['templates of contracts', 'list_contract_templates'],
  ['what do we owe for expenses', 'list_expenses'],
  ['reject a claim for costs', 'reject_expense'],
  ['price of a deal changed', 'update_deal'],
  ['stages of the sales pipeline', 'list_pipelines'],
  ['close a ticket', 'update_ticket'],
  ['messages of a ticket', 'list_ticket_messages'],
  ['promise an answer within four hours', 'create_sla_policy'],
  ['why did the automation not run', 'list_automation_runs'],
  ['try out a rule', 'test_automation'],
  ['correct the hours I logged', 'update_time_entry'],
  ['freeze the plan of the project', 'create_baseline'],
  ['change the time zone of the organization', 'update_organization'],
  ['revoke the access of an app', 'delete_oauth_authorization'],
]

test('search_tools finds the tool of nearly every plain request among its first five', async () => {
  const missed: string[] = []
  for (const [query, ...tools] of requests) {
    const { body } = await modern(
      'tools/call',
      { name: 'search_tools', arguments: { query } },
      { token, query: '?tools=lean' },
    )
    const found: string[] = JSON.parse(body.result.content[0].text).items.map(
      ({ name }: { name: string }) => name,
    )
    if (!found.slice(0, 5).some((name) => tools.includes(name))) missed.push(`${query}: ${found.join(' ')}`)
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(requests.length * 0.06)
})

test('a query counts by its beginning, so that a long one costs no more', async () => {
  const found = async (query: string) => {
    const args = { name: 'search_tools', arguments: { query } }
    const { body } = await modern('tools/call', args, { token, query: '?tools=lean' })
    return body.result.content[0].text as string
  }
  const short = 'burndown '.repeat(40)
  expect(await found(short + 'invoice supplier contract '.repeat(20_000))).toBe(await found(short))
})
