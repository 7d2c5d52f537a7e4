/**
 * What was typed into a form survives the end of a session: the form is kept in the tab when it is sent; if the answer is
 * the sign-in page, its fields are filled in again once the same person is back. Forms with a password are never kept.
 */
export const keptFormScript = `
const isSignIn = /^\\/(login|signup|forgot)\\b/.test(location.pathname)
const idOf = (form) => [form.getAttribute('action'), ...[...form.querySelectorAll('[type=hidden]')]
  .map(({ name, value }) => /once|version/.test(name) ? '' : name + '=' + value)].join()
const person = document.querySelector('[data-person]')?.dataset.person
const keep = (form) => { sessionStorage.form = JSON.stringify(form) }
document.addEventListener('submit', ({ target }) => {
  if (!person || isSignIn || target.method !== 'post' || target.querySelector('[type=password]')) return
  keep({ id: idOf(target), person, fields: [...new FormData(target)] })
})
const last = JSON.parse(sessionStorage.form || '{}')
if (last.id && isSignIn) keep({ ...last, ended: true })
else delete sessionStorage.form
for (const form of last.ended && !isSignIn && last.person === person ? document.forms : []) {
  if (form.method !== 'post' || idOf(form) !== last.id) continue
  for (const control of form.elements) {
    const values = last.fields.filter(([name]) => name === control.name).map(([, value]) => value)
    if (/checkbox|radio/.test(control.type)) control.checked = values.includes(control.value)
    else if (values.length && !/hidden|file/.test(control.type)) control.value = values[0]
  }
  const details = form.closest('details')
  if (details) details.open = true
}
`
