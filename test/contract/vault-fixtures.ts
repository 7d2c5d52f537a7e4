import { uuidv7 } from '../../src/base/id.ts'
import type { World } from './world.ts'

/** Objects of the vault. */
export const vaultFixtures: Record<string, (world: World) => Promise<string>> = {
  /** With a secret and codes that every member may see. */
  credential_id: async ({ people: { owner }, org }) => {
    const draft = {
      name: 'Server',
      kind: 'password',
      min_role: 'member',
      secret: `s3cr3t-of-the-fixture-${uuidv7()}`,
      totp: 'MZXW 6YTB OI7D EMRT',
    }
    return (await owner.ok('POST', `/api/v1/organizations/${org}/vault/credentials`, draft)).id
  },
}
