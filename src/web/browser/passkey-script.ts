/** Creates and uses passkeys. The buttons stay hidden without this script, or if the browser does not support passkeys. */
export const passkeyScript = `
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
const textOf = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const withBinaryIds = (list) => list.map((one) => ({ ...one, id: bytesOf(one.id) }))
const passkeys = {
  get: ({ challenge, allowCredentials, ...options }) =>
    navigator.credentials.get({
      publicKey: { ...options, challenge: bytesOf(challenge), allowCredentials: withBinaryIds(allowCredentials) },
    }),
  create: ({ challenge, user, excludeCredentials, ...options }) =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(challenge),
        user: { ...user, id: bytesOf(user.id) },
        excludeCredentials: withBinaryIds(excludeCredentials),
      },
    }),
}
const responseOf = ({ rawId, type, response }) => ({
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
  const container = button.parentElement
  const problem = container.querySelector('[role=alert]')
  container.hidden = false
  button.addEventListener('click', async () => {
    if (performance.now() > 270000) {
      problem.hidden = false
      problem.textContent = 'This page is too old for a passkey. Load it again.'
      return
    }
    try {
      problem.hidden = true
      const credential = await passkeys[button.dataset.passkey](JSON.parse(button.dataset.options))
      button.form.elements.passkey.value = JSON.stringify(responseOf(credential))
      button.form.submit()
    } catch (error) {
      problem.hidden = false
      problem.textContent = error.name === 'InvalidStateError'
        ? 'This device has a passkey for this account already.'
        : 'The passkey was not used: you cancelled it, or the browser has none for this site.'
    }
  })
}
`
