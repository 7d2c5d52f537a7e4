import { boardScript } from './board-script.ts'
import { passkeyScript } from './passkey-script.ts'

/** The only script of the pages: copy buttons and passkeys, which stay hidden without it, and boards whose cards are moved. */
export const script = `'use strict'
for (const button of document.querySelectorAll('button[data-copy]')) {
  if (!navigator.clipboard) break
  button.hidden = false
  const said = button.textContent
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = said }, 2000)
  })
}
${passkeyScript}${boardScript}`
