type Kept = { id: string; person: string; fields: [string, unknown][]; ended?: boolean }

/** Which form of a page it is: its action and hidden fields, but for those that differ each time. */
const idOf = (form: HTMLFormElement) =>
  [
    form.getAttribute('action'),
    ...[...form.querySelectorAll<HTMLInputElement>('[type=hidden]')].map(({ name, value }) =>
      /once|version/.test(name) ? '' : `${name}=${value}`,
    ),
  ].join()

const keep = (form: Kept) => (sessionStorage.form = JSON.stringify(form))

/**
 * What was typed into a form survives the end of a session: the form is kept in the tab when it is sent; if the answer is
 * the sign-in page, its fields are filled in again once the same person is back. Forms with a password or a secret are never kept.
 */
export function keepForms() {
  const isSignIn = /^\/(login|signup|forgot)\b/.test(location.pathname)
  const person = document.querySelector<HTMLElement>('[data-person]')?.dataset.person
  document.addEventListener('submit', ({ target }) => {
    const form = target as HTMLFormElement
    if (!person || isSignIn || form.method !== 'post' || form.querySelector('[type=password], [data-secret]'))
      return
    keep({ id: idOf(form), person, fields: [...new FormData(form)] })
  })
  const last = JSON.parse(sessionStorage.form || 'null') as Kept | null
  if (last && isSignIn) keep({ ...last, ended: true })
  else delete sessionStorage.form
  if (last?.ended && !isSignIn && last.person === person)
    for (const form of document.forms) if (form.method === 'post' && idOf(form) === last.id) fill(form, last)
}

function fill(form: HTMLFormElement, { fields }: Kept) {
  for (const element of form.elements) {
    const control = element as HTMLInputElement
    const values = fields.filter(([name]) => name === control.name).map(([, value]) => String(value))
    if (/checkbox|radio/.test(control.type)) control.checked = values.includes(control.value)
    else if (values.length && !/hidden|file/.test(control.type)) control.value = values[0]!
  }
  const details = form.closest('details')
  if (details) details.open = true
}
