import type { Edges } from '../kit/endpoint.ts'

type Loader = () => Promise<{ default: Edges }>

/** Endpoints that are no operations, in the order of the specification; each is evaluated on first use. */
export const allEdges: Record<string, Loader> = {
  probes: () => import('./probes/endpoints.ts'),
  'well-known': () => import('./well-known/endpoints.ts'),
  oauth: () => import('./oauth/endpoints.ts'),
  impersonation: () => import('./impersonation/endpoints.ts'),
  files: () => import('./files/endpoints.ts'),
  calendar: () => import('./calendar/endpoints.ts'),
  session: () => import('./session/endpoints.ts'),
}
