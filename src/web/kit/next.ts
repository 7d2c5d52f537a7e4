const here = 'https://here.invalid'

/** The redirect target after signing in: a path of this origin; null for anything that could lead elsewhere. */
export function safeNext(url: string | undefined): string | null {
  if (!url || url.length > 2000) return null
  const stages = decodings(url.split(/[?#]/)[0]!)
  if (!stages?.every(staysHere) || !staysHere(url)) return null
  const { pathname, search } = new URL(url, here)
  return pathname + search
}

/** The path as sent and as repeatedly decoded by a careless proxy; null if it cannot be decoded. */
function decodings(path: string): string[] | null {
  const stages = [path]
  try {
    for (let last = ''; last !== path && stages.length < 5; stages.push(path)) {
      last = path
      path = decodeURIComponent(path)
    }
    return stages
  } catch {
    return null
  }
}

/** `/.//evil` and `/a/..//evil` become `//evil` once resolved, so the resolved path is checked too. */
function staysHere(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || /[\\\p{Cc}]/u.test(path) || !URL.canParse(path, here))
    return false
  const url = new URL(path, here)
  return url.origin === here && !url.pathname.startsWith('//')
}

/** The sign-in page, returning to `next`. */
export const signInAt = (next: string) => `/login?next=${encodeURIComponent(next)}`
