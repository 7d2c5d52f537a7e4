import catalogue from '../../openapi/tools.json' with { type: 'json' }

/** They read and write tasks and comment on them; none deletes, administers or touches money. */
const names = new Set([
  'whoami',
  'list_organizations',
  'list_members',
  'list_projects',
  'get_project',
  'list_tasks',
  'list_issues',
  'list_my_work',
  'create_issue',
  'update_issue',
  'add_comment',
])

export const tools = catalogue
  .filter(({ name }) => names.has(name))
  .map(({ name, title, description, inputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema,
    annotations,
  }))

/** The arguments with the configured organization, for a tool that takes one and was given none. */
export function inOrganization(
  { inputSchema }: (typeof tools)[number],
  given: Record<string, unknown>,
  organization: string | undefined,
): Record<string, unknown> {
  const isMissing = 'organization_id' in inputSchema.properties && given.organization_id == null
  return isMissing && organization ? { ...given, organization_id: organization } : given
}
