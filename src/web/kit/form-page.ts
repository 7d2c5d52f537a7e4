import type { Context } from '../../kit/http.ts'
import { safeNext } from './next.ts'

/**
 * Which page's form a request sent: the one that the browser names, or else the one that the handler names, or else the
 * nearest one above the path, which may take forms only. `pages` are methods with paths.
 */
export function formPageAmong(pages: string[]) {
  const shown = pages
    .filter((at) => at.startsWith('GET '))
    .map((at) => new RegExp(`^${at.slice(4).replaceAll(/:\w+/g, '[^/]+')}$`))
  const shows = (path: string) => shown.some((page) => page.test(path))
  return ({ req }: Context, back: string): string => {
    const named = pathOf(req.header('referer'), new URL(req.url).origin)
    for (const page of [named, back]) if (page && shows(page.split('?')[0]!)) return page
    for (let path = req.path; path; path = path.slice(0, path.lastIndexOf('/'))) if (shows(path)) return path
    return '/dashboard'
  }
}

function pathOf(referrer: string | undefined, origin: string): string | null {
  const from = referrer && URL.canParse(referrer) ? new URL(referrer) : null
  return from?.origin === origin ? safeNext(from.pathname + from.search) : null
}
