import type { TransformContext } from '../../kit/operation.ts'
import { withCheckpoint, type Verified } from '../../shared/chains.ts'
import { registerChain } from '../../shared/checkpoints.ts'
import { hashAt } from './queries.ts'

/** Also compares the chain of the issuer with its newest checkpoint. */
export function withRegisterCheckpoint(result: string, context: TransformContext): Promise<string> {
  const { issuer, ...found } = JSON.parse(result) as Pick<Verified, 'folder' | 'found'> & { issuer: string }
  const chain = { chain: registerChain(issuer), hashAt: (seq: number) => hashAt(issuer, seq) }
  return withCheckpoint({ ...found, ...chain }, context)
}
