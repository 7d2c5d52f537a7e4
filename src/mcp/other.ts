type Arguments = Record<string, unknown>

/** The prefix for a body field whose name is also a path parameter: `other_task_id`. */
export const other = 'other_'

/** Restores the names of such fields, once the path parameters are removed. */
export function restoreNames(rest: Arguments, params: string[], known: object): Arguments {
  for (const name of params) {
    const prefixed = other + name
    if (!(prefixed in known) || !(prefixed in rest)) continue
    rest[name] = rest[prefixed]
    delete rest[prefixed]
  }
  return rest
}
