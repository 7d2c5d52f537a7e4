const prefix = 'clock of '

/** Who clocks at an address: whoever the page is of or, where it is the one without network, was signed in last. */
export function clockPerson(address: string, person: string | undefined): string | null {
  if (person) localStorage.setItem(prefix + address, person)
  return person ?? localStorage.getItem(prefix + address)
}

/** Forgets on a shared device whose clock it was once somebody else, or nobody, is signed in. */
export function forgetOthers() {
  if (!navigator.onLine || document.querySelector('[data-offline=""]')) return
  const person = document.querySelector<HTMLElement>('[data-person]')?.dataset.person
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix) && localStorage.getItem(key) !== person) localStorage.removeItem(key)
}
