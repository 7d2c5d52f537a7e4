import { allOf } from '../kit/all-of.ts'
import type { FC, PropsWithChildren } from 'hono/jsx'
import {
  AllSeries,
  issuerFields,
  IssuerForm,
  issuerValues,
  registerValues,
  labels,
  type Rate,
  Rates,
  RegisterForm,
  type Series,
  type Settings,
} from './invoicing-forms.tsx'
import { actions } from './invoicing-actions.ts'
import { show } from '../kit/layout.tsx'
import { ListHeader, send, withQuery } from '../kit/lists.tsx'
import { safeNext } from '../kit/next.ts'
import { formStates } from '../kit/object-actions.tsx'
import { type Home, isAtLeast, organizationContext, withConflictHint } from '../kit/organization-context.ts'
import { Notice, Pairs } from '../kit/parts.tsx'
import {
  bodyOf,
  type Form,
  noProblems,
  type Page,
  PageError,
  type Problems,
  redirectTo,
  type Visit,
} from '../kit/visit.ts'

type Parts = { settings: Settings; missing: (keyof typeof labels)[]; rates: Rate[]; series: Series[] }
type Shown = Parts & { visit: Visit; home: Home; problems: Problems }

const hrefOf = ({ slug }: Home) => `/organizations/${slug}/invoicing`
/** The invoice to go back to, if one was to be issued. */
const nextOf = ({ query }: Visit) => {
  const next = safeNext(query.next)
  return next?.startsWith('/invoices/') ? next : undefined
}

/** The page that asks for what an invoice names, and leads back to the invoice. */
export const askForIssuer = (home: Home, next: string) => redirectTo(withQuery(hrefOf(home), { next }))

/** Who issues the invoices of an organization, their taxes, numbers and register. */
export const showInvoicing: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number) {
  const { person, home, parts } = await organizationContext(visit, async (at): Promise<Parts> => {
    const get = async <T,>(path: string) => bodyOf(await visit.api.call<T>('GET', at + path), visit.here)
    const [settings, { missing }, rates, series] = await Promise.all([
      get<Settings>('/invoice-register/settings'),
      get<Pick<Parts, 'missing'>>('/invoice-register/issuer'),
      allOf<Rate>(visit, `${at}/tax-rates?archived=false`),
      allOf<Series>(visit, `${at}/invoice-series?archived=false`),
    ])
    return { settings, missing, rates, series }
  })
  return show(
    visit,
    { title: `Invoicing of ${home.name}`, me: person, zone: home.timezone, status },
    <Content {...parts} visit={visit} home={home} problems={problems} />,
  )
}

export const changeInvoicing: Page = async (visit) => {
  const name = visit.c.req.param('action') ?? ''
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) throw new PageError(404, 'No such page', 'The address is wrong.')
  const { home, at, parts } = await organizationContext(visit, async (api) =>
    bodyOf(await visit.api.call<Settings>('GET', `${api}/invoice-register/settings`), visit.here),
  )
  const { formNames = {}, request } = action
  const { path, ...rest } = request(visit.form, parts)
  const { rejected } = await send(visit, {
    ...rest,
    path: at + path,
    fields: [...Object.keys(labels), ...Object.keys(formNames)],
  })
  if (rejected) return showAgain(visit, parts, formNames, rejected)
  return redirectTo(withQuery(hrefOf(home), { next: nextOf(visit), done: 'saved' }))
}

/** The page with the rejected form; after a conflict the form gets the current version. */
function showAgain(
  visit: Visit,
  { version }: Settings,
  formNames: Form,
  [problems, status]: [Problems, number],
) {
  const stale = status === 409 && visit.form.version !== undefined && visit.form.version !== String(version)
  if (stale) visit.form = { ...visit.form, version: String(version) }
  const fields = Object.fromEntries(
    Object.entries(problems.fields).map(([field, problem]) => [formNames[field] ?? field, problem]),
  )
  return page(visit, withConflictHint({ ...problems, fields }, stale ? status : 0), status)
}

const Content: FC<Shown> = (shown) => (
  <>
    <ListHeader
      {...shown}
      title="Invoicing"
      lead="What invoices name: who issues them, where to pay, taxes and numbers. Issued invoices keep what they were issued with."
      labels={labels}
    />
    <Next {...shown} />
    <Sections {...shown} />
  </>
)

const Sections: FC<Shown> = (shown) => {
  const { visit, home, settings, rates, series } = shown
  const stateOf = formStates(visit, shown.problems)
  const to = (action: string) => withQuery(`${hrefOf(home)}/${action}`, { next: nextOf(visit) })
  return (
    <>
      <section class="card stack" aria-labelledby="issuer">
        <h2 id="issuer">Issuer and bank account</h2>
        <OwnerOnly {...shown}>
          <IssuerForm to={to} {...withStored(stateOf('issuer'), issuerValues(settings))} />
        </OwnerOnly>
      </section>
      <section class="card stack" aria-labelledby="rates">
        <h2 id="rates">{rates.length ? 'Tax rates' : 'No tax rates yet'}</h2>
        <Rates to={to} rates={rates} adding={stateOf('rate')} />
      </section>
      <section class="card stack" aria-labelledby="series">
        <h2 id="series">Numbers</h2>
        <AllSeries to={to} series={series} adding={stateOf('series')} />
      </section>
      {isAtLeast(home, 'owner') ? (
        <section class="card stack" aria-labelledby="register">
          <h2 id="register">Register</h2>
          <RegisterForm
            to={to}
            records={settings.records}
            {...withStored(stateOf('register'), registerValues(settings))}
          />
        </section>
      ) : null}
    </>
  )
}

const withStored = <S extends { values: Form }>(state: S, stored: Form): S => ({
  ...state,
  values: { ...stored, ...state.values },
})

/** What an invoice that was to be issued waits for, and the way back to it. */
const Next: FC<Shown> = ({ visit, missing }) => {
  const next = nextOf(visit)
  if (!next && !missing.length) return null
  const names = missing.map((name) => labels[name].toLowerCase()).join(', ')
  return (
    <Notice
      kind="warn"
      title={missing.length ? 'Before the first invoice is issued' : 'Ready for the invoice'}
    >
      <p>
        {missing.length
          ? `Invoices name who issues them. Missing: ${names}. See to tax rates and numbers too.`
          : 'Check tax rates and numbers, then issue it. Lines of drafts keep the tax that they have.'}
      </p>
      {next ? (
        <a class="button slim" href={next}>
          Back to the invoice
        </a>
      ) : null}
    </Notice>
  )
}

/** The form for the owner; for admins, what is set. */
const OwnerOnly: FC<PropsWithChildren<Shown>> = ({ home, settings, children }) =>
  isAtLeast(home, 'owner') ? (
    <>{children}</>
  ) : (
    <>
      <p class="muted">Only the owner changes the issuer.</p>
      <Pairs of={issuerFields.map((name) => [labels[name], settings[name]] as const)} />
    </>
  )
