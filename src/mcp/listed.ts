import type { Listed, Tool } from './catalogue.ts'

/**
 * A tool as tools/list sends it. The titles of tools beyond the core are left out: they are the names with spaces. The
 * output schema is for clients that requested structured content.
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
 * The hints that differ from what clients assume by default: that a tool writes, is not idempotent, and works with the
 * outside world. Whether a write is destructive or repeatable is meaningless for a tool that only reads.
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
