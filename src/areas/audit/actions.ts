import ofOperations from '../../../openapi/actions.json' with { type: 'json' }

/** What is recorded outside operations: by jobs, the daily run and rejected requests. */
const others: [action: string, description: string][] = [
  ['access.refused', 'Somebody without the role tried what only admins and owners may do'],
  ['attachment.erased', 'The bytes of deleted files were erased'],
  ['attachment.expired', 'An announced file did not come in time'],
  ['attachment.purged', 'A deleted file was erased after thirty days'],
  ['attachment.received', 'The bytes of an announced file came'],
  [
    'automation.disabled',
    'An automation was turned off: it failed too often, or its author may not act any more',
  ],
  ['automation.ran', 'An automation did its work'],
  [
    'billing.customer_adopted',
    'The payment provider told of a customer that this organization turned out to be',
  ],
  ['billing.invoice_read', 'What has paid an invoice was read from the payment provider'],
  ['subscription.advanced', 'A subscription came to its next period, or to its end'],
  ['subscription.ended', 'A subscription was ended at the payment provider'],
  ['subscription.plan_changed', 'A plan that was chosen for the end of a period came into effect'],
  ['subscription.seats_sent', 'The payment provider was told how many seats there are'],
  ['subscription.synced', 'A subscription was stored as the payment provider has it'],
  ['import.analysed', 'A file of tasks was read'],
  ['import.ran', 'A part of a file of tasks was written'],
  ['import.received', 'The bytes of an announced file of tasks came'],
  ['import.undone', 'A part of an import was undone'],
  ['meeting.event', 'The provider of a room told who came or went'],
  ['meeting.room_closed', 'A room was closed, or somebody put out of it'],
  ['usage.kept', 'What was counted of records that went was kept'],
  ['automation.purged', 'A deleted automation was erased after thirty days'],
  ['contract.settled', 'A contract went on by a term, or a milestone came due'],
  ['ticket.closed', 'A ticket was closed a week after it was resolved'],
  ['side_effect.failed', 'A side effect failed, while the write that it followed was kept'],
  ['comment.purged', 'A deleted comment was erased after thirty days'],
  ['document.purged', 'A deleted document was erased after thirty days'],
  ['filter.purged', 'A deleted filter was erased after thirty days'],
  ['invitation.expired', 'An invitation was not taken in time'],
  ['invoice_register.checkpoint', 'A signed checkpoint of the invoice register was stored'],
  ['working_hours.checkpoint', 'A signed checkpoint of the log of working hours was stored'],
  ['key_result.bound', 'A key result was bound to tasks, whose figure its readers see from then on'],
  ['key_result.purged', 'A deleted key result was erased after thirty days'],
  ['objective.day', 'Owners of objectives were told of what falls behind or waits'],
  ['objective.purged', 'A deleted objective was erased after thirty days'],
  ['holding_link.invited', 'Another organization asked to see figures of this one'],
  ['webhook.messages_made', 'Messages of webhooks were made from what changed'],
  ['webhook.sent', 'Messages of webhooks were sent'],
  ['credential.expiring', 'People were reminded that a credential ends'],
  ['project_share.ending', 'Both sides were told that a share of a project ends in a week'],
  ['holding.panel_read', 'Somebody of the holding looked at the panel, recorded once a day'],
  ['timesheet.reminders', 'People were reminded of weeks to submit'],
  ['employee.day', 'People were reminded of what waits for them, and told of days that come'],
  ['time_entry.timer_stopped', 'A timer was stopped that had run for a day'],
  ['milestone.purged', 'A deleted milestone was erased after thirty days'],
  ['notification.created', 'People were notified of something'],
  ['account.exported', 'A part of the file of a person’s own data was made'],
  ['account.export_expired', 'The file of a person’s own data was erased'],
  ['organization_export.made', 'A part of an export of the organization was made'],
  ['organization_export.expired', 'An export of the organization was erased after seven days'],
  ['organization_export.downloaded', 'Somebody downloaded an export of the organization'],
  ['organization_export.part_downloaded', 'Somebody downloaded more of an export of the organization'],
  ['notification.mailed', 'People were mailed what they had not read'],
  ['organization.erased', 'The organization was erased'],
  [
    'organization.person_bound',
    'What an imported organization has under the name of a person was given to the member with their address',
  ],
  ['organization.imported', 'The organization was made from an export of another'],
  ['project.erased', 'A purged project was erased'],
  ['project.purged', 'A deleted project was given up after thirty days'],
  ['reminder.fired', 'A reminder came due'],
  ['repository_integration.noted', 'The provider rejected or limited the token, or takes it again'],
  ['sla_policy.applied', 'Open clocks followed a policy'],
  ['sla_clock.stamped', 'The clock of a task or ticket warned, or was late'],
  ['daily.run', 'The daily work put right what was missed'],
  ['sprint.purged', 'A deleted sprint was erased after thirty days'],
  ['tag.purged', 'A deleted tag was erased after thirty days'],
  ['task.archived', 'A finished task was archived after the days of its project'],
  ['task.blockers_recounted', 'The daily check put a number of open blockers right'],
  ['task.purged', 'A deleted task was erased after thirty days'],
  ['task.recurred', 'A recurring task got its next occurrence'],
]

export const descriptions = new Map([...(ofOperations as [string, string][]), ...others])

/**
 * The catalogue with the count of each action; actions of the trail that the catalogue lacks have no
 * description.
 */
export function catalogue(counts: Record<string, number>) {
  const known = [...descriptions.keys()].filter((action) => !action.startsWith('platform.'))
  const actions = [...new Set([...known, ...Object.keys(counts)])].sort()
  return actions.map((action) => ({
    action,
    description: descriptions.get(action) ?? null,
    count_30d: counts[action] ?? 0,
  }))
}
