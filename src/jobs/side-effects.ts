import { note } from '../kit/log.ts'
import type { Consumer } from './consumer.ts'

/** Tells operators of a side effect that failed, while the write that it followed was kept. */
export const sideEffects: Consumer = {
  topic: 'side_effect.failed',
  action: 'side_effect.failed',
  react: async ({ org_id, payload: { name, code } }) => {
    note('side_effect_failed', { org: org_id, name: String(name), code: String(code) })
    return []
  },
}
