/** Says the time zone of the browser, in a hidden field or in the query of a link. */
export function sayZone() {
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  for (const place of document.querySelectorAll<HTMLInputElement | HTMLAnchorElement>('[data-zone]'))
    if (place.tagName === 'A') {
      const link = place as HTMLAnchorElement
      const target = new URL(link.href)
      target.searchParams.set('zone', ownZone)
      link.href = target.href
    } else (place as HTMLInputElement).value = ownZone
}
