import type { FC } from 'hono/jsx'
import type { Answer } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'

type State = Answer<'getOrganizationImport'>['state']
const states: Record<State, [kind: 'good' | 'warn' | 'bad' | 'accent', text: string]> = {
  receiving: ['warn', 'not started'],
  running: ['accent', 'being written'],
  done: ['good', 'done'],
  failed: ['bad', 'failed'],
}

/** How far an import is, in a word. */
export const StateOf: FC<{ of: { state: State } }> = ({ of: { state } }) => (
  <Badge kind={states[state][0]}>{states[state][1]}</Badge>
)
