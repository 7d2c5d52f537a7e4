import { drain } from '../../src/jobs/outbox.ts'
import type { Database } from '../../src/kit/database.ts'
import { compile } from '../../src/kit/sql.ts'
import { storage } from './audit.ts'
import { under } from './billing.ts'
import { asOwner, type Caller, env } from './client.ts'
import { withoutDrain } from './gateways.ts'
import { database } from './inbox.ts'

/** How often the answer of the same statements is lost, and of the same ones with other values, such as a new signature. */
const [mostAlike, most] = [2, 60]

/** Calls as somebody, and leaves the work that follows undone. */
export async function asking<T>(who: Caller, act: (who: Caller) => Promise<T>): Promise<T> {
  const gateway = await withoutDrain()
  try {
    return await act(under(who, { SQL_ENDPOINT: gateway.url }))
  } finally {
    await gateway.stop()
  }
}

/**
 * Does the work of these topics of an organization until none is left. The answer of each transaction is lost, after it was
 * committed, and its worker is gone. Returns how many were.
 */
export async function losingAnswers(org: string, ...topics: string[]): Promise<number> {
  const lost = new Map<string, number>()
  let losses = 0
  const work = `org_id = $1 and topic = any ($2) and done_at is null`
  for (let turn = 0; turn < 300; turn++) {
    const left = await asOwner(`select 1 from outbox where ${work} limit 1`, [org, topics])
    if (!left.length) return losses
    await asOwner(`update outbox set available_at = now(), attempts = 1, last_error = null where ${work}`, [
      org,
      topics,
    ])
    await drain(
      losing(lost, () => losses++),
      storage(),
      env().JWT_KEYS,
    ).catch(() => undefined)
  }
  throw new Error('the work does not end')
}

function losing(lost: Map<string, number>, count: () => void): Database {
  const inner = database()
  let isGone = false
  return {
    used: inner.used,
    async batch(statements, how) {
      if (isGone) throw new Error('the worker is gone')
      const answers = await inner.batch(statements, how)
      const compiled = statements.map((one) => compile(one))
      const [what, text] = [JSON.stringify(compiled), compiled.map(({ sql }) => sql).join()]
      const [alike, all] = [lost.get(what) ?? 0, lost.get(text) ?? 0]
      if (text.includes('app.lease_outbox') || alike >= mostAlike || all >= most) return answers
      lost.set(what, alike + 1).set(text, all + 1)
      count()
      isGone = true
      throw new Error('the connection is cut')
    },
  }
}
