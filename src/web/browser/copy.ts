/** Shows the copy buttons where the browser can copy. */
export function offerCopying() {
  if (!('clipboard' in navigator)) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }
}

async function copy(button: HTMLButtonElement) {
  const label = (button.dataset.label ??= button.textContent)
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy!)!.textContent)
  button.textContent = button.dataset.copied ?? 'Copied'
  setTimeout(() => (button.textContent = label), 2000)
}
