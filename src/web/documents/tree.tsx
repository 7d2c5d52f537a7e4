import type { FC } from 'hono/jsx'
import type { Answer } from '../kit/operations.ts'

type Node = Answer<'getDocumentTree'>['nodes'][number]
/** The documents under a parent, each with those under it. */
export const Branch: FC<{ nodes: Node[]; under: string | null; org: string }> = ({ nodes, under, org }) => {
  const children = Map.groupBy(nodes, (node) => node.parent_id)
  const branch = (parent: string | null) => {
    const own = children.get(parent)
    return own ? (
      <ul>
        {own.map(({ id, title, icon }) => (
          <li>
            <a href={`/documents/${id}?org=${org}`}>{[icon, title].filter(Boolean).join(' ')}</a>
            {branch(id)}
          </li>
        ))}
      </ul>
    ) : null
  }
  return <div class="tree">{branch(under)}</div>
}

/** The documents that another can be put under: all but itself and those under it, with the titles above them. */
export function placesFor(nodes: Node[], moved: string): { id: string; name: string }[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const above = ({ parent_id }: Node): Node[] => {
    const parent = parent_id ? byId.get(parent_id) : undefined
    return parent ? [...above(parent), parent] : []
  }
  return nodes.flatMap((node) => {
    const line = [...above(node), node]
    return line.some(({ id }) => id === moved)
      ? []
      : [{ id: node.id, name: line.map(({ title }) => title).join(' / ') }]
  })
}
