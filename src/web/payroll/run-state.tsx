import type { Schemas } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { inWords } from '../kit/words.ts'

const kinds = {
  draft: undefined,
  calculated: 'accent',
  approved: 'good',
  paid: 'good',
  cancelled: 'bad',
} as const
/** How far a payroll run is. */
export const stateOfRun = ({ status }: Pick<Schemas['PayrollRun'], 'status'>) => (
  <Badge kind={kinds[status]}>{inWords(status)}</Badge>
)
