/**
 * Shorter than the sentences of the contract, for arguments that most tools have: each word is paid for in every
 * conversation.
 */
export const shorter: Record<string, string> = {
  organization_id: 'If several',
  budget_minor: 'Minor units',
  hourly_rate_minor: 'Minor units',
  limit: '25 if absent',
  offset: 'To skip',
  project_id: 'Key or id',
  task_id: 'Key or id',
  other_task_id: 'Key or id',
  version: 'The version you saw, to refuse a conflict',
  confirm: 'true does it; without it, the effect is told',
}

/** Names that mean something else in one tool, or in all tools of an area. */
export const elsewhere: Record<string, Record<string, string>> = {
  list_members: { project_id: 'Who may open this project' },
  comments: { body: 'Markdown; @[Grace Hopper] mentions' },
  automations: { lead_id: 'The lead', rank: 'Lowest first' },
  'document-comments': { body: 'Markdown; @[Grace Hopper] mentions' },
  update_issue: { archived: 'true archives' },
  update_document: { archived: 'true archives' },
  update_note: { archived: 'true archives' },
  update_notification: { archived: 'true archives' },
  create_document: { parent_id: 'The document above it', after_id: 'A sibling' },
  move_document: { after_id: 'A sibling' },
  get_roadmap: { from: 'First day shown', to: 'Last day shown' },
  update_member: { title: 'Job title' },
  query_issues: {
    text: 'In one line: status:todo assignee:me -tag:later due<7d OR (login blocked:yes)',
    group_by: 'Also count by this',
  },
  list_issue_history: {
    fields: 'Only these, as status,assignee_id',
    types: 'Only these, as task.created,update.posted',
    since: 'From this moment on',
  },
  create_issue: {
    assignee_id: 'Member or me',
    sprint_id: 'Sprint or active',
    children: 'Subtasks: fields as here',
  },
  update_contract_milestone: { milestone_id: 'Id' },
  delete_contract_milestone: { milestone_id: 'Id' },
  complete_contract_milestone: { milestone_id: 'Id' },
  invoice_contract_milestone: { milestone_id: 'Id' },
  list_audit_log: { from: 'This moment or later', to: 'This moment or earlier' },
}
