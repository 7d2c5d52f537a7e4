type Arguments = Record<string, unknown>

/** The prefix for a body field whose name is also a path parameter: `other_task_id`. */
export const other = 'other_'

/** Restores the names of such fields, once the path parameters are taken out. */
export function ownNames(rest: Arguments, params: string[], known: object): Arguments {
  for (const name of params) {
    const told = other + name
    if (!(told in known) || !(told in rest)) continue
    rest[name] = rest[told]
    delete rest[told]
  }
  return rest
}
