const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi

/** The ids that texts name, each once, in lower case. */
export function idsIn(texts: readonly string[]): string[] {
  const found = new Set<string>()
  for (const text of texts) for (const [id] of text.matchAll(uuid)) found.add(id.toLowerCase())
  return [...found]
}

/** Where pages of an organization are. */
export type Site = { origin: string; slug: string }

/** What ids become. */
export type Ids = Record<string, string>

/**
 * Rewrites lines of JSON: ids that became others, wherever they stand (references, mentions, prose), and addresses of pages.
 * What has no entry in `ids` stays.
 */
export function rewriterOf(from: Site, to: Site) {
  const address = new RegExp(`${escaped(from.origin)}(/[^\\s"'<>()\\\\\\]]*)`, 'g')
  const ofSlug = new RegExp(`([?&]org=|/organizations/)${escaped(from.slug)}(?![\\w-])`, 'g')
  return (line: string, ids: Ids): string => {
    const mapped = line.replace(uuid, (id) => ids[id.toLowerCase()] ?? id)
    if (!from.origin || !mapped.includes(from.origin)) return mapped
    return mapped.replace(address, (_, path: string) => to.origin + path.replace(ofSlug, `$1${to.slug}`))
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
