const key = 'clock'

/** Who clocks on this device: whoever the page is of or, where it is the one without network, was signed in last. */
export function clockPerson(person: string | undefined): string | null {
  if (person) localStorage.setItem(key, person)
  return person ?? localStorage.getItem(key)
}

/** Forgets on a shared device whose clock it was once somebody else, or nobody, is signed in. */
export function forgetOthers() {
  const person = document.querySelector<HTMLElement>('[data-person]')?.dataset.person
  if (
    navigator.onLine &&
    localStorage.getItem(key) !== person &&
    !document.querySelector('[data-offline=""]')
  )
    localStorage.removeItem(key)
}
