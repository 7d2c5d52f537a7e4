/** The storage key of people who do not want single letters to do anything (WCAG 2.1.4). */
const setting = 'keys'
const isOff = () => localStorage.getItem(setting) === 'off'

/** Lets `/` go to the search and `c` to what can be created, except while typing, and offers to turn that off. */
export function offerKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isOff() || isTyping(event.target)) return
    const target = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key)}"]`)
    if (!target) return
    event.preventDefault()
    if (target.tagName === 'SUMMARY') (target.parentElement as HTMLDetailsElement).open = true
    target.focus()
  })
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-keys]')) {
    const say = () => (button.textContent = isOff() ? 'Turn on keys' : 'Turn off keys')
    button.hidden = false
    say()
    button.addEventListener('click', () => {
      if (isOff()) localStorage.removeItem(setting)
      else localStorage.setItem(setting, 'off')
      say()
    })
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
