import type { Item } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'

type State = Item<'listOrganizationExports'>['state']

const states: Record<State, [kind: 'good' | 'bad' | 'accent', text: string]> = {
  preparing: ['accent', 'being made'],
  ready: ['good', 'ready'],
  failed: ['bad', 'failed'],
}
export const stateOf = (state: State) => <Badge kind={states[state][0]}>{say(states[state][1])}</Badge>
export const atExport = (id: string, slug: string) => `/exports/${id}?org=${slug}`
