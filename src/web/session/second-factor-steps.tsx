import type { Child } from 'hono/jsx'
import { isUuid } from '../../kit/id.ts'
import type { Reply } from '../kit/api.ts'
import { show } from '../kit/layout.tsx'
import { Copy, Hidden, Notice, Summary } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { type PasskeyChallenge, PasskeyButton, passkeyOf } from './passkey-button.tsx'
import { personAndProof, ProofFields, proofLabels, proofOf, proofProblems } from './proof.tsx'
import { stepsAt } from './second-factor.tsx'
import { QrCode } from '../kit/qr-code.tsx'
import {
  bodyOf,
  redirectTo,
  me,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  PageError,
  type Visit,
} from '../kit/visit.ts'

const back = '/account'
const api = '/api/v1/auth/second-factor'
const passkeysAt = '/api/v1/auth/passkeys'

/** A step that requires the password and the second factor, and what follows it. */
type Step = {
  title: string
  lead: Child
  button: string
  risky?: true
  call: (visit: Visit) => [method: string, path: string]
  done: (visit: Visit, reply: Reply) => Response | Promise<Response>
}

const steps: Record<string, Step> = {
  app: {
    title: 'Set up an authenticator app',
    lead: 'You need an app such as Aegis, Google Authenticator or 1Password on your phone.',
    button: 'Continue',
    call: () => ['POST', `${api}/totp`],
    done: (visit, { body }) => setupPage(visit, body as Setup),
  },
  off: {
    title: 'Turn the authenticator app off',
    lead: 'Signing in will no longer ask for it. Without a passkey, the password alone then opens your account.',
    button: 'Turn it off',
    risky: true,
    call: () => ['DELETE', `${api}/totp`],
    done: () => redirectTo(`${back}?done=factor-off`),
  },
  codes: {
    title: 'New recovery codes',
    lead: 'You get ten new codes. The ones you have now will no longer work.',
    button: 'Show new codes',
    call: () => ['POST', `${api}/recovery-codes`],
    done: (visit, { body }) => codesPage(visit, (body as CodesReply).recovery_codes ?? []),
  },
  passkey: {
    title: 'Add a passkey',
    lead: 'A passkey is kept by this device, your phone or a security key, and unlocked by finger, face or PIN.',
    button: 'Continue',
    call: () => ['POST', `${passkeysAt}/begin`],
    done: (visit, { body }) => createPasskeyPage(visit, body as PasskeyChallenge),
  },
  remove: {
    title: 'Remove a passkey',
    lead: 'It will no longer sign you in. Remove it from the device too, or the device goes on offering it.',
    button: 'Remove it',
    risky: true,
    call: ({ form, query }) => ['DELETE', `${passkeysAt}/${idOf(form.id ?? query.id)}`],
    done: () => redirectTo(`${back}?done=passkey-removed`),
  },
}

type Setup = { secret: string; uri: string }
type CodesReply = { recovery_codes: string[] | null }

function idOf(id = '') {
  if (!isUuid(id)) throw new PageError(404, 'Not found', 'This passkey was removed.')
  return id
}

function stepOf(visit: Visit): Step {
  const name = visit.c.req.param('step') ?? ''
  if (!Object.hasOwn(steps, name)) throw new PageError(404, 'Not found', 'There is no such page.')
  return steps[name]!
}

export const showStep: Page = (visit) => proofPage(visit, stepOf(visit), noProblems)

/** "confirm" and "made" have forms of their own; the other steps require a proof. */
export const takeStep: Page = (visit) => {
  const name = visit.c.req.param('step')
  return name === 'confirm'
    ? confirm(visit)
    : name === 'made'
      ? addPasskey(visit)
      : prove(visit, stepOf(visit))
}

async function prove(visit: Visit, step: Step) {
  const reply = await visit.api.call(...step.call(visit), { body: proofOf(visit.form) })
  if ([409, 422, 429].includes(reply.status))
    return proofPage(visit, step, proofProblems(reply, Object.keys(proofLabels)), reply.status)
  bodyOf(reply, back)
  return step.done(visit, reply)
}

async function proofPage(visit: Visit, step: Step, problems: Problems, status?: number): Promise<Response> {
  const { person, proof } = await personAndProof(visit, back)
  const { title, lead, button, risky } = step
  return page(
    visit,
    { title, person, problems, status },
    <>
      <p>{lead}</p>
      <Summary problems={problems} labels={proofLabels} />
      <form class="stack" method="post" action={`${stepsAt}/${visit.c.req.param('step')}`} novalidate>
        <Hidden fields={{ id: visit.form.id ?? visit.query.id }} />
        <ProofFields {...proof} problems={problems} />
        <div class="buttons">
          <button class={risky ? 'danger' : 'primary'}>{button}</button>
          <a class="button" href={back}>
            Back
          </a>
        </div>
      </form>
    </>,
  )
}

type Framed = {
  title: string
  person: Awaited<ReturnType<typeof me>>
  problems?: Problems
  status?: number | undefined
}

const page = (visit: Visit, { title, person, problems = noProblems, status }: Framed, body: Child) =>
  show(
    visit,
    { title: problems === noProblems ? title : `Problem: ${title}`, me: person, status },
    <>
      <h1>{title}</h1>
      <section class="card stack" aria-label={title}>
        {body}
      </section>
    </>,
  )

const confirmLabels = { code: 'Code that the app shows' }

async function setupPage(visit: Visit, { secret, uri }: Setup, problems = noProblems, status?: number) {
  return page(
    visit,
    { title: 'Scan this with your app', person: await me(visit, back), problems, status },
    <>
      <Summary problems={problems} labels={confirmLabels} />
      <QrCode text={uri} label="QR code for the app" />
      <p>No camera? Type this key into the app:</p>
      <Copy id="secret" what="Key for the app" text={secret} fold />
      <form class="stack" method="post" action={`${stepsAt}/confirm`} novalidate>
        <Hidden fields={{ secret, uri }} />
        <Field
          name="code"
          label={confirmLabels.code}
          problems={problems}
          autocomplete="one-time-code"
          hint="Six digits. The app is on once this code is right."
        />
        <button class="primary">Turn it on</button>
      </form>
    </>,
  )
}

async function confirm(visit: Visit) {
  const { code = '', secret = '', uri = '' } = visit.form
  const reply = await visit.api.call<CodesReply>('POST', `${api}/totp/confirm`, { body: { code } })
  if ([409, 422].includes(reply.status))
    return setupPage(visit, { secret, uri: uri.slice(0, 500) }, problemsOf(reply, ['code']), reply.status)
  const { recovery_codes } = bodyOf(reply, back)
  return recovery_codes ? codesPage(visit, recovery_codes) : redirectTo(`${back}?done=factor-on`)
}

const nameLabels = { name: 'Name of the passkey' }

async function createPasskeyPage(
  visit: Visit,
  challenge: PasskeyChallenge,
  problems = noProblems,
  status?: number,
) {
  return page(
    visit,
    { title: 'Create the passkey', person: await me(visit, back), problems, status },
    <>
      <p>The browser asks where to keep it.</p>
      <Summary problems={problems} labels={nameLabels} />
      <form class="stack" method="post" action={`${stepsAt}/made`} novalidate>
        <Hidden fields={{ options: JSON.stringify(challenge.options) }} />
        <Field
          name="name"
          label={nameLabels.name}
          values={{ name: visit.form.name ?? '' }}
          problems={problems}
          hint="How the list shows it, such as Laptop or Blue key."
        />
        <PasskeyButton action="create" challenge={challenge} label="Create a passkey" primary />
        <noscript>
          <p class="problem">Passkeys need JavaScript. An authenticator app works without it.</p>
        </noscript>
        <a href={back}>Back</a>
      </form>
    </>,
  )
}

async function addPasskey(visit: Visit) {
  const { name = '', options = '' } = visit.form
  const { ticket = visit.form.passkey_ticket ?? '', response = {} } = passkeyOf(visit.form) ?? {}
  const reply = await visit.api.call<CodesReply>('POST', passkeysAt, { body: { ticket, name, response } })
  if ([409, 422].includes(reply.status)) {
    const challenge = { ticket, options: optionsOf(options) }
    return createPasskeyPage(visit, challenge, problemsOf(reply, ['name']), reply.status)
  }
  const { recovery_codes } = bodyOf(reply, back)
  return recovery_codes ? codesPage(visit, recovery_codes) : redirectTo(`${back}?done=passkey-added`)
}

function optionsOf(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch {
    throw new PageError(422, 'Something is missing', 'The form is incomplete. Start again.')
  }
}

async function codesPage(visit: Visit, codes: string[]) {
  return page(
    visit,
    { title: 'Your recovery codes', person: await me(visit, back) },
    <>
      <Notice kind="warn">
        <p>
          They are shown only now. Copy or print them, and keep them where you can find them without your
          phone.
        </p>
      </Notice>
      <p>Each signs you in once, if your app or passkey is lost.</p>
      <Copy id="codes" what="Recovery codes" text={codes.join('\n')} />
      <p>
        <a class="button primary" href={`${back}?done=factor-on`}>
          I have saved them
        </a>
      </p>
    </>,
  )
}

export const renamePasskey: Page = async (visit) => {
  const { id, name = '' } = visit.form
  const reply = await visit.api.call('PATCH', `${passkeysAt}/${idOf(id)}`, { body: { name } })
  bodyOf(reply, back)
  return redirectTo(`${back}?done=passkey-renamed`)
}
