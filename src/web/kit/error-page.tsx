import { show } from './layout.tsx'
import { Ambiguous } from './organization-context.ts'
import { sentence, type PageError, type PageRequest } from './page-request.ts'
import { LinkButton } from './parts.tsx'
import { say } from './say.ts'
import { InWords } from './time.tsx'

/** A page that explains an error, and where to go next. */
export const errorPage = (request: PageRequest, error: PageError): Promise<Response> =>
  show(
    request,
    { title: error.title, centered: 'slim', status: error.status },
    <div class="card stack">
      <h1>{error.title}</h1>
      <p>
        <InWords text={sentence(error.message)} />
      </p>
      {error instanceof Ambiguous ? (
        <ul class="rows">
          {error.organizations.map(({ name, slug }) => (
            <li>
              <a href={`?org=${slug}`}>{name}</a>
            </li>
          ))}
        </ul>
      ) : null}
      <div class="buttons">
        {error.next.map(({ to, label }) => (
          <LinkButton to={to}>{say(label)}</LinkButton>
        ))}
      </div>
      {error.status >= 500 ? (
        <p class="hint">
          {say('Reference:')} <span class="mono">{request.c.get('requestId')}</span>
        </p>
      ) : null}
    </div>,
  )
