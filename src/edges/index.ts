import type { Edges } from '../kit/edge.ts'

type Loader = () => Promise<{ default: Edges }>

/** Endpoints that are no operations, in the order of the specification; each is evaluated on first use. */
export const allEdges: Record<string, Loader> = {
  probes: () => import('./probes/edges.ts'),
  'well-known': () => import('./well-known/edges.ts'),
  oauth: () => import('./oauth/edges.ts'),
  impersonation: () => import('./impersonation/edges.ts'),
  files: () => import('./files/edges.ts'),
  calendar: () => import('./calendar/edges.ts'),
  session: () => import('./session/edges.ts'),
}
