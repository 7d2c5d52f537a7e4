import { conflicts } from '../../kit/errors.ts'
import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import * as query from './queries.ts'
import { Organization, OrganizationDraft, OrganizationSummary, Paging } from './schemas.ts'

conflicts({ organizations_slug: 'this slug is taken' })

export default area('organizations', 'Organizations', {}, [
  read({
    id: 'listOrganizations', does: 'List the organizations I belong to', at: 'GET ~/organizations', role: 'signed_in',
    reach: 'any', tool: 'list_organizations', query: Paging, returns: pageOf(OrganizationSummary),
    run: ({ query: asked }) => query.listMine(asked),
  }),
  write({
    id: 'createOrganization', does: 'Create an organization and become its owner', at: 'POST ~/organizations',
    role: 'signed_in', not: ['api_key'], tool: 'create_organization', audit: 'organization.created',
    body: OrganizationDraft, returns: Organization, status: 201, refuses: [409], example: { body: { name: 'Ada & Co' } },
    run: ({ body: { slug, ...draft }, id }) => {
      const orgId = id()
      return [query.createOrganization(orgId, draft, slug), query.getOrganization(orgId)]
    },
  }),
  read({
    id: 'getOrganization', does: 'Get an organization', at: 'GET /', role: 'viewer', tool: 'get_organization',
    returns: Organization,
    run: ({ params: { org_id } }) => query.getOrganization(org_id),
  }),
])
