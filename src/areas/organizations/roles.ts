import routes from '../../../openapi/routes.json' with { type: 'json' }
import { inOrganization, roleLevels, type Role } from '../../kit/operation.ts'

type Grant = [permission: string, rank: number]

const minimumRank = (role: string): number =>
  role in roleLevels ? roleLevels[role as Role] : roleLevels.viewer
const exceptions: Record<string, number> = { owner: roleLevels.member, lead: roleLevels.viewer }

/** The least rank for each permission, from the same list that routes and guards requests. */
export const grants: Grant[] = routes.flatMap(([kind, , id = '', , path = '', role = '', or]): Grant[] => {
  if (kind !== 'operation' || !inOrganization({ path })) return []
  const exceptionGrants: Grant[] = or ? [[`${id}:${or === 'owner' ? 'own' : or}`, exceptions[or]!]] : []
  return [[id, minimumRank(role)], ...exceptionGrants]
})

/** The roles from the highest down, each with all its permissions. */
export const roleList = Object.entries(roleLevels).map(([role, rank]) => ({
  role,
  rank,
  permissions: grants.flatMap(([permission, minimum]) => (minimum <= rank ? [permission] : [])),
}))
