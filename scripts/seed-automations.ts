type Made = { id: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>

const rules = (project_id: string) => [
  {
    name: 'Bugs come first',
    description: 'A bug that nobody rated is of high priority, until somebody says otherwise.',
    project_id,
    trigger: { event: 'task.created' },
    conditions: {
      and: [
        { field: 'type', op: 'eq', value: 'bug' },
        { field: 'priority', op: 'in', value: ['low', 'medium'] },
      ],
    },
    action: { type: 'set_priority', params: { priority: 'high' } },
  },
  {
    name: 'Test what is done',
    description: 'Stories that are done remind their watchers to try them on a phone.',
    trigger: { event: 'task.status_changed', params: { to: 'done' } },
    conditions: { field: 'type', op: 'eq', value: 'story' },
    action: {
      type: 'add_comment',
      params: {
        template: '**{{task.key}} {{task.title}}** is done. Please try it on a phone before the release.',
      },
    },
  },
]

const reports = [
  ['Fix the crash when the camera is denied', { type: 'bug' }],
  ['Fix the cut-off button on small screens', { type: 'bug', priority: 'low' }],
  ['Fix the payment that is taken twice', { type: 'bug', priority: 'urgent' }],
  ['Ask testers for feedback', { type: 'chore' }],
] as const

/** Two automations, and changes that trigger them; they run after the response. */
export async function seedAutomations(api: Api, home: string, project: string): Promise<void> {
  for (const rule of rules(project)) await api('POST', `${home}/automations`, rule)
  for (const [title, more] of reports)
    await api('POST', `${home}/projects/${project}/tasks`, { title, ...more })
  const { id } = await api('POST', `${home}/projects/${project}/tasks`, {
    title: 'Sign in with a passkey',
    type: 'story',
    estimate_points: 5,
  })
  for (const status of ['in_progress', 'done']) await api('PATCH', `${home}/tasks/${id}`, { status })
}
