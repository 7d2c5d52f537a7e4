export const initial = (name: string) => (/\S/u.exec(name)?.[0] ?? 'S').toUpperCase()

/** The brand mark: the first letter of the service's name, as SVG. */
export function brandMark(name: string): string {
  const letter = initial(name).replace(/[^\p{L}\p{N}]/u, 'S')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#2650bd"/><text x="16" y="22" text-anchor="middle" fill="#fff"
font-family="sans-serif" font-size="18" font-weight="700">${letter}</text></svg>`
}

/** The same as an address, so that nothing else has to be fetched. */
export const brandIcon = (name: string) =>
  `data:image/svg+xml,${brandMark(name)
    .replaceAll('\n', ' ')
    .replace(/["#%<>]|[^ -~]/gu, encodeURIComponent)}`
