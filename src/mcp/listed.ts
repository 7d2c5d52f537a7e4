import type { Listed, Tool } from './catalogue.ts'

/**
 * What tools/list sends of a tool. The titles of tools beyond the core are left out: they are the names with spaces. The
 * output schema is for clients that asked for structured content.
 */
export const listed = (
  { name, title, profile, description, inputSchema, outputSchema, annotations }: Tool,
  structured: boolean,
): Listed => ({
  name,
  ...(profile === 'core' ? { title } : {}),
  description,
  inputSchema,
  ...(structured && outputSchema ? { outputSchema } : {}),
  annotations: sentHints(annotations),
})

/**
 * The hints that are not what clients assume without them: that a tool writes, is not idempotent, and works with the
 * outside. Whether a write destroys or can be repeated means nothing for a tool that only reads.
 */
const sentHints = ({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint,
}: Tool['annotations']) => ({
  ...(readOnlyHint ? { readOnlyHint } : { destructiveHint, ...(idempotentHint ? { idempotentHint } : {}) }),
  ...(openWorldHint ? {} : { openWorldHint }),
})
