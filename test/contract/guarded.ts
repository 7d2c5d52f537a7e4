import type { Operation } from '../../src/kit/operation.ts'
import { type Caller, person } from '../kit/client.ts'
import { addPasskey, turnOn } from '../kit/factors.ts'
import type { World } from './world.ts'

/** A user without a role who has an authenticator app and a passkey. */
const guarded = new Map<World, Promise<{ who: Caller; secret: string; passkey: string }>>()
export function guardedOf(world: World) {
  const guard = guarded.get(world) ?? createGuarded()
  guarded.set(world, guard)
  return guard
}
async function createGuarded() {
  const who = await person('Guarded')
  const { secret, codes } = await turnOn(who)
  const { passkey } = await addPasskey(who, { code: codes[0]! })
  return { who, secret, passkey: String(passkey.id) }
}

/** Operations that only users with a second factor can call. */
const factorOperations = new Set(['turnOffTotp', 'createRecoveryCodes', 'renamePasskey', 'deletePasskey'])
export const needsFactor = ({ id }: Operation) => factorOperations.has(id)
