import { pageOf } from './apps.ts'
import type { Listed, Tool } from './catalogue.ts'

/** Arguments that the instructions of the server explain, since nearly all tools take them. */
const explained = ['version', 'detail']
/** That of lists, which show how to go on. */
const paging = 'limit'
/** That of callers who belong to one organization. */
const organization = 'organization_id'

/** A tool as tools/list sends it. The output schema is for clients that requested structured content. */
export const listed = (
  { name, title, profile, description, inputSchema, outputSchema, annotations }: Tool,
  { structured, several, pages = false }: { structured: boolean; several: boolean; pages?: boolean },
): Listed => ({
  name,
  title,
  description,
  inputSchema: without(inputSchema, [
    ...explained,
    ...(profile === 'core' ? [] : [paging]),
    ...(several ? [] : [organization]),
  ]),
  ...(structured && outputSchema ? { outputSchema } : {}),
  annotations,
  ...(pages ? withPage({ name, inputSchema }) : {}),
})

function withPage(tool: Pick<Tool, 'name' | 'inputSchema'>) {
  const page = pageOf(tool)
  return page ? { _meta: page } : {}
}

function without({ properties, ...rest }: Listed['inputSchema'], left: string[]): Listed['inputSchema'] {
  const listedOnes = Object.entries(properties as Record<string, unknown>).filter(
    ([key]) => !left.includes(key),
  )
  return { ...rest, properties: Object.fromEntries(listedOnes) }
}
