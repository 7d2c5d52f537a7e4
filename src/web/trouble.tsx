import { show } from './layout.tsx'
import { Several } from './place.ts'
import { sentence, type Trouble, type Visit } from './visit.ts'

/** A page that explains an error, and where to go next. */
export const troublePage = (visit: Visit, trouble: Trouble): Promise<Response> =>
  show(
    visit,
    { title: trouble.title, alone: 'slim', status: trouble.status },
    <div class="card stack">
      <h1>{trouble.title}</h1>
      <p>{sentence(trouble.message)}</p>
      {trouble instanceof Several ? (
        <ul class="rows">
          {trouble.homes.map(({ name, slug }) => (
            <li>
              <a href={`?org=${slug}`}>{name}</a>
            </li>
          ))}
        </ul>
      ) : null}
      <p>
        <a class="button" href={trouble.next?.to ?? '/'}>
          {trouble.next?.says ?? 'Go to the start page'}
        </a>
      </p>
      {trouble.status >= 500 ? (
        <p class="hint">
          Reference: <span class="mono">{visit.c.get('requestId')}</span>
        </p>
      ) : null}
    </div>,
  )
