import type { Operation } from '../../src/kit/operation.ts'
import { type Caller, person } from '../kit/client.ts'
import { addPasskey, turnOn } from '../kit/factors.ts'
import type { World } from './world.ts'

/** Somebody of no role who has an authenticator app and a passkey. */
const guarded = new Map<World, Promise<{ who: Caller; secret: string; passkey: string }>>()
export function guardedOf(world: World) {
  const made = guarded.get(world) ?? makeGuarded()
  guarded.set(world, made)
  return made
}
async function makeGuarded() {
  const who = await person('Guarded')
  const { secret, codes } = await turnOn(who)
  const { passkey } = await addPasskey(who, { code: codes[0]! })
  return { who, secret, passkey: String(passkey.id) }
}

/** What only who has a second factor can do. */
const ofGuarded = new Set(['turnOffTotp', 'createRecoveryCodes', 'renamePasskey', 'deletePasskey'])
export const needsFactor = ({ id }: Operation) => ofGuarded.has(id)
