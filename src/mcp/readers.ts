/**
 * The paths of what may show the object of a write: its own, the one that it belongs to, or the list that has it. What a
 * post creates is not there yet.
 */
export function readerPaths({ method, path }: { method: string; path: string }): string[] {
  const item = path.replace(/\/[a-z-]+$/, '')
  const list = item.replace(/\/\{\w+\}$/, '')
  return method === 'POST' ? [item, list] : [path, item, list]
}
