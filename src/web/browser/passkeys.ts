/** How long a page's challenge is good for, in milliseconds. */
const challengeLasts = 270_000

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const withBinaryIds = (list: PublicKeyCredentialDescriptorJSON[] = []) =>
  list.map((one) => ({ ...one, id: bytesOf(one.id) })) as PublicKeyCredentialDescriptor[]

const useExisting = ({ challenge, allowCredentials, ...options }: PublicKeyCredentialRequestOptionsJSON) =>
  navigator.credentials.get({
    publicKey: {
      ...(options as Omit<PublicKeyCredentialRequestOptions, 'challenge'>),
      challenge: bytesOf(challenge),
      allowCredentials: withBinaryIds(allowCredentials),
    },
  })

const create = ({
  challenge,
  user,
  excludeCredentials,
  ...options
}: PublicKeyCredentialCreationOptionsJSON) =>
  navigator.credentials.create({
    publicKey: {
      ...(options as Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user'>),
      challenge: bytesOf(challenge),
      user: { ...user, id: bytesOf(user.id) },
      excludeCredentials: withBinaryIds(excludeCredentials),
    },
  })

const binaryParts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']

function responseOf({ rawId, type, response }: PublicKeyCredential) {
  const parts = response as unknown as Record<string, ArrayBuffer | null | undefined>
  const named = binaryParts.flatMap((name) => (parts[name] ? [[name, textOf(parts[name])]] : []))
  return {
    id: textOf(rawId),
    rawId: textOf(rawId),
    type,
    response: {
      ...(Object.fromEntries(named) as Record<string, string>),
      ...('getTransports' in response
        ? { transports: (response as AuthenticatorAttestationResponse).getTransports() }
        : {}),
    },
  }
}

/** Creates and uses passkeys. The buttons stay hidden if the browser does not support them. */
export function offerPasskeys() {
  if (!('PublicKeyCredential' in window)) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-passkey]')) {
    const container = button.parentElement!
    const problem = container.querySelector<HTMLElement>('[role=alert]')!
    container.hidden = false
    button.addEventListener('click', () => void usePasskey(button, problem))
  }
}

async function usePasskey(button: HTMLButtonElement, problem: HTMLElement) {
  const say = (text: string) => {
    problem.hidden = false
    problem.textContent = text
  }
  if (performance.now() > challengeLasts) return say('This page is too old for a passkey. Load it again.')
  try {
    problem.hidden = true
    const options: unknown = JSON.parse(button.dataset.options!)
    const credential = await (button.dataset.passkey === 'create'
      ? create(options as PublicKeyCredentialCreationOptionsJSON)
      : useExisting(options as PublicKeyCredentialRequestOptionsJSON))
    const form = button.form!
    const field = form.elements.namedItem('passkey') as HTMLInputElement
    field.value = JSON.stringify(responseOf(credential as PublicKeyCredential))
    form.submit()
  } catch (error) {
    say(
      (error as Error).name === 'InvalidStateError'
        ? 'This device has a passkey for this account already.'
        : 'The passkey was not used: you cancelled it, or the browser has none for this site.',
    )
  }
}
