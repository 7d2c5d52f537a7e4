import type { Area } from '../kit/operation.ts'

type Loader = () => Promise<{ default: Area }>

/** The areas in the order of the specification; each is evaluated on first use. */
export const areas: Record<string, Loader> = {
  oauth: () => import('./oauth/operations.ts'),
  session: () => import('./session/operations.ts'),
  'second-factor': () => import('./session/factor-operations.ts'),
  identities: () => import('./session/identity-operations.ts'),
  'api-keys': () => import('./api-keys/operations.ts'),
  'my-api-keys': () => import('./api-keys/my-operations.ts'),
  organizations: () => import('./organizations/operations.ts'),
  projects: () => import('./projects/operations.ts'),
  tasks: () => import('./tasks/operations.ts'),
  dependencies: () => import('./dependencies/operations.ts'),
  board: () => import('./board/operations.ts'),
  comments: () => import('./comments/operations.ts'),
  sprints: () => import('./sprints/operations.ts'),
  roadmap: () => import('./roadmap/operations.ts'),
  attachments: () => import('./attachments/operations.ts'),
  tags: () => import('./tags/operations.ts'),
  documents: () => import('./documents/operations.ts'),
  'document-comments': () => import('./comments/document-operations.ts'),
  filters: () => import('./filters/operations.ts'),
  dashboard: () => import('./dashboard/operations.ts'),
  notifications: () => import('./notifications/operations.ts'),
  notes: () => import('./notes/operations.ts'),
  reminders: () => import('./reminders/operations.ts'),
  desktop: () => import('./desktop/operations.ts'),
  search: () => import('./search/operations.ts'),
  calendar: () => import('./calendar/operations.ts'),
  repositories: () => import('./repositories/operations.ts'),
  address: () => import('./address/operations.ts'),
  automations: () => import('./automations/operations.ts'),
  contracts: () => import('./contracts/operations.ts'),
  platform: () => import('./platform/operations.ts'),
  audit: () => import('./audit/operations.ts'),
}
