import { sql } from 'drizzle-orm'
import type { Database } from '../kit/database.ts'
import { invalid } from '../kit/errors.ts'
import { enter } from '../kit/authorization.ts'
import { isUuid } from '../base/id.ts'
import type { Operation } from '../kit/operation.ts'
import { type Arguments, requestContextOf, type Requester } from './call.ts'

const anybody = { role: 'signed_in', path: '', targets: [], params: [], write: false } as unknown as Operation
const maxLength = 200

/** The arguments with the id of the organization that is named: takes a round trip if that is no id. Throws 422. */
export async function withOrganization(given: Arguments, requester: Requester, database: Database) {
  const said = given.organization_id
  if (typeof said !== 'string' || said === '' || isUuid(said) || said.length > maxLength) return given
  const call = { ...requestContextOf(requester), operation: anybody, params: {}, query: {}, body: undefined }
  const query = sql`select app.find_organizations(${said})::text`
  const results = await database.batch([enter({ ...call, choose: 'may' }, {}), query], { readOnly: true })
  const [first, ...others] = JSON.parse(results.at(-1)!) as { id: string; label: string }[]
  if (!first)
    throw invalid(
      `body.organization_id: you belong to no organization with the name or slug ${JSON.stringify(said)}`,
    )
  const labels = [first, ...others].map(({ label, id }) => `${label}: ${id}`).join('; ')
  if (others.length)
    throw invalid(
      `body.organization_id: ${JSON.stringify(said)} may be several; give the id of one: ${labels}`,
    )
  return { ...given, organization_id: first.id }
}
