import { boardScript } from './board-script.ts'
import { keptFormScript } from './kept-form-script.ts'
import { passkeyScript } from './passkey-script.ts'

/**
 * The only script of the pages: copy buttons and passkeys, which stay hidden without it, movable board cards, the time zone
 * of the browser, and what a form had when a session ended.
 */
export const script = `'use strict'
for (const button of document.querySelectorAll('button[data-copy]')) {
  if (!navigator.clipboard) break
  button.hidden = false
  const label = button.textContent
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = label }, 2000)
  })
}
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
for (const place of document.querySelectorAll('[data-zone]'))
  if (place.tagName === 'A') {
    const target = new URL(place.href)
    target.searchParams.set('zone', ownZone)
    place.href = target.href
  } else place.value = ownZone
${keptFormScript}${passkeyScript}${boardScript}`
