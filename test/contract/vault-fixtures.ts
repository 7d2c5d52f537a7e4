import { uuidv7 } from '../../src/kit/id.ts'
import type { World } from './world.ts'

/** Objects of the vault. */
export const vaultFixtures: Record<string, (world: World) => Promise<string>> = {
  /** With a secret that every member may reveal. */
  credential_id: async ({ people: { owner }, org }) => {
    const draft = {
      name: 'Server',
      kind: 'password',
      min_role: 'member',
      secret: `s3cr3t-of-the-fixture-${uuidv7()}`,
    }
    return (await owner.ok('POST', `/api/v1/organizations/${org}/vault/credentials`, draft)).id
  },
}
