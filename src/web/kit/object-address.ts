export type Named = { type: string; id: string; key: string | null }

/** Kinds whose pages are named by their id. */
const byId = new Set(['document', 'contract', 'client', 'invoice', 'deal', 'lead', 'expense', 'objective'])

/** The page of an object of an organization, or of its project if it has none of its own; nothing if there is neither. */
export function objectAddress({ type, id, key }: Named, org: string, project?: string): string | undefined {
  if (type === 'ticket' && key) return `/organizations/${org}/tickets/${key.replace('#', '')}`
  const own =
    (type === 'task' || type === 'project') && key
      ? `/${type}s/${key}`
      : byId.has(type)
        ? `/${type}s/${id}`
        : project && `/projects/${project}`
  return own && `${own}?org=${org}`
}
