import { sql } from 'drizzle-orm'
import { hoursChain, registerChain } from '../shared/checkpoints.ts'
import type { Consumer } from './consumer.ts'
import { keepCheckpoint } from './keeping-checkpoints.ts'

/** Stores a signed checkpoint of an issuer's register outside the database. */
export const registerCheckpoints: Consumer = {
  topic: 'register.checkpoint',
  whenSuspended: true,
  action: 'invoice_register.checkpoint',
  async react({ org_id: org, folder, payload }, database, files, keys) {
    const issuer = String(payload.issuer)
    const chain = {
      org,
      folder,
      name: registerChain(issuer),
      broken: 'invoice_register_broken',
      head: sql`select app.register_head(${org}::uuid, ${issuer})`,
      hashAt: (position: number) =>
        sql`select app.register_hash_at(${org}::uuid, ${issuer}, ${position}::bigint)`,
    }
    if (keys) await keepCheckpoint(chain, database, files, keys)
    return []
  },
}

/** Stores a signed checkpoint of the log of working hours. */
export const hoursCheckpoints: Consumer = {
  topic: 'working_hours.checkpoint',
  whenSuspended: true,
  action: 'working_hours.checkpoint',
  async react({ org_id: org, folder }, database, files, keys) {
    const chain = {
      org,
      folder,
      name: hoursChain,
      broken: 'working_hours_broken',
      head: sql`select app.working_hours_head()`,
      hashAt: (position: number) => sql`select app.working_hours_hash_at(${position}::bigint)`,
    }
    if (keys) await keepCheckpoint(chain, database, files, keys)
    return []
  },
}
