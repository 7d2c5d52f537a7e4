/** What the migrations since the last release change in its rows on purpose. Emptied when a release is written. */
export const changes: {
  /** Old names of tables, with the new ones. */
  renamed: Record<string, string>
  /** Tables whose rows go. */
  dropped: string[]
  /** Columns that go, or whose values are not as they were, by table. */
  altered: Record<string, string[]>
} = {
  renamed: {},
  dropped: [],
  altered: {
    automation_runs: ['task_id', 'ticket_id', 'deal_id', 'lead_id'],
    outbox: ['id'],
    reminders: ['job_id'],
    task_tallies: ['id'],
  },
}
