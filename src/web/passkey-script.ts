/** Makes and uses passkeys. Its buttons stay hidden without it, and where the browser knows none. */
export const passkeyScript = `
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
const textOf = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const named = (list) => list.map((one) => ({ ...one, id: bytesOf(one.id) }))
const passkeys = {
  get: ({ challenge, allowCredentials, ...options }) =>
    navigator.credentials.get({
      publicKey: { ...options, challenge: bytesOf(challenge), allowCredentials: named(allowCredentials) },
    }),
  create: ({ challenge, user, excludeCredentials, ...options }) =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(challenge),
        user: { ...user, id: bytesOf(user.id) },
        excludeCredentials: named(excludeCredentials),
      },
    }),
}
const answerOf = ({ rawId, type, response }) => ({
  id: textOf(rawId),
  rawId: textOf(rawId),
  type,
  response: {
    ...Object.fromEntries(
      ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
        .filter((name) => response[name])
        .map((name) => [name, textOf(response[name])]),
    ),
    ...(response.getTransports ? { transports: response.getTransports() } : {}),
  },
})
for (const button of document.querySelectorAll('button[data-passkey]')) {
  if (!window.PublicKeyCredential) break
  const place = button.parentElement
  const problem = place.querySelector('[role=alert]')
  place.hidden = false
  button.addEventListener('click', async () => {
    if (performance.now() > 270000) {
      problem.hidden = false
      problem.textContent = 'This page is too old for a passkey. Load it again.'
      return
    }
    try {
      problem.hidden = true
      const made = await passkeys[button.dataset.passkey](JSON.parse(button.dataset.options))
      button.form.elements.passkey.value = JSON.stringify(answerOf(made))
      button.form.submit()
    } catch (error) {
      problem.hidden = false
      problem.textContent = error.name === 'InvalidStateError'
        ? 'This device has a passkey for this account already.'
        : 'The passkey was not used: the browser was told to stop, or has none for this site.'
    }
  })
}
`
