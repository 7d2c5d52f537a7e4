type Arguments = Record<string, unknown>

/** How a tool calls a field of the body that bears the name of a value in the path: `other_task_id`. */
export const other = 'other_'

/** Gives such fields back their own names, once the values of the path are taken out. */
export function ownNames(rest: Arguments, params: string[], known: object): Arguments {
  for (const name of params) {
    const told = other + name
    if (!(told in known) || !(told in rest)) continue
    rest[name] = rest[told]
    delete rest[told]
  }
  return rest
}
