/**
 * When a client is in trouble, by the worst of three rules; `app.agency_health` (db/functions/agency/3_summary.sql) applies
 * them. Late: overdue tasks of the open ones. Burn: what a running project has used of its budget. Unpaid: what is overdue for
 * more than 30 days, of all that is owed.
 */
export const healthRule = {
  red: { late_share: '0.3', burn: '1', unpaid_share: '0.5' },
  yellow: { late_share: '0.1', burn: '0.8', unpaid_share: '0' },
}
