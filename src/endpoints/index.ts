import type { EndpointGroup } from './endpoint.ts'

type Loader = () => Promise<{ default: EndpointGroup }>

/**
 * Endpoints outside the operation model, in the order of the specification; each is evaluated on first use.
 */
export const allEndpoints: Record<string, Loader> = {
  probes: () => import('./probes/endpoints.ts'),
  'well-known': () => import('./well-known/endpoints.ts'),
  oauth: () => import('./oauth/endpoints.ts'),
  impersonation: () => import('./impersonation/endpoints.ts'),
  files: () => import('./files/endpoints.ts'),
  calendar: () => import('./calendar/endpoints.ts'),
  live: () => import('./live/endpoints.ts'),
  session: () => import('./session/endpoints.ts'),
  meetings: () => import('./meetings/endpoints.ts'),
  mail: () => import('./mail/endpoints.ts'),
  billing: () => import('./billing/endpoints.ts'),
}
