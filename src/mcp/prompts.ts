import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'

type PromptTemplate = Prompt & { text: (given: Record<string, string>) => string }

const prompts: PromptTemplate[] = [
  {
    name: 'plan_my_day',
    title: 'Plan my day',
    description: 'Choose what to work on today from my open tasks, or from those of somebody else',
    arguments: [{ name: 'person', description: 'The name of a member; you without it', required: false }],
    text: ({ person }) =>
      `Plan ${person ? `the day of ${person}` : 'my day'}. Call get_context for the date of today where I am, then ` +
      `${person ? `query_issues for the open tasks that ${person} is assigned to` : 'list_my_work'}. Put overdue tasks and ` +
      'those due today first, then what is in progress, then by priority; leave out what is blocked and say what it waits ' +
      'for. Propose at most five tasks in order, each with its key, title and a reason of one line. Change nothing until ' +
      'I agree; then set what I start with to in_progress with update_issue.',
  },
  {
    name: 'triage',
    title: 'Triage',
    description: 'Go through the tasks that nobody has taken or judged yet',
    arguments: [
      { name: 'project', description: 'The key of a project; all projects without it', required: false },
    ],
    text: ({ project }) =>
      `Triage the new tasks${project ? ` of the project ${project}` : ''}. Find open tasks without an ` +
      'assignee with query_issues, newest first, and read those whose title does not say enough with get_issue. For ' +
      'each propose type, priority, tags (from list_tags) and an assignee (from list_members), and point out duplicates. ' +
      'Show a table and change nothing until I agree; then use update_issue, set_issue_tags or bulk_update_issues.',
  },
  {
    name: 'sprint_review',
    title: 'Sprint review',
    description: 'Look back on the sprint that runs or just ended, and prepare the next',
    arguments: [
      { name: 'project', description: 'The key of the project', required: true },
      { name: 'sprint', description: 'The name of a sprint; the current one without it', required: false },
    ],
    text: ({ project, sprint }) =>
      `Review the ${sprint ? `sprint ${sprint}` : 'current sprint'} of the project ${project}. Call list_sprints and take ` +
      `${sprint ? 'the one of this name' : 'the active one, or the last completed'}; ` +
      'then get_sprint and get_sprint_burndown. Say how much was committed, completed and remains, whether ' +
      'the burndown is above or below the ideal line, and which scope changes came after the start, by whom. Name the ' +
      'open tasks of the sprint (list_issues with its sprint_id) that are blocked, overdue or unassigned, and what to ' +
      'do about each. Close with a proposal for the next sprint from list_backlog. Change nothing until I agree; then ' +
      'use add_issues_to_sprint, complete_sprint or start_sprint.',
  },
]

export const listPrompts = (): Prompt[] =>
  prompts.map(({ name, title, description, arguments: promptArguments }) => ({
    name,
    title,
    description,
    ...(promptArguments ? { arguments: promptArguments } : {}),
  }))

export function getPrompt(name: string, given: Record<string, string>): GetPromptResult {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `unknown prompt ${name}; prompts/list names them`,
    )
  const missing = (prompt.arguments ?? []).filter((one) => one.required && !given[one.name]?.trim())
  if (missing.length)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      missing.map((one) => `${one.name}: required. ${one.description}`).join('; '),
    )
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(given) } }],
  }
}
