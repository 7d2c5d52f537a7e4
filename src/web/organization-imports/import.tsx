import type { FC } from 'hono/jsx'
import { isUuid } from '../../base/id.ts'
import { importJs } from '../kit/assets.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { type Answer, pathOf } from '../kit/operations.ts'
import type { ShowForm } from '../kit/form-view.tsx'
import { Facts, LinkButton, Notice, Section, sizeOf } from '../kit/parts.tsx'
import { personPage } from '../kit/person-page.tsx'
import { count, say } from '../kit/say.ts'
import { atMoment, Moment } from '../kit/time.tsx'
import { bodyOf, PageError, redirectTo, type PageRequest } from '../kit/page-request.ts'
import { Chooser } from './chooser.tsx'
import { Done } from './done.tsx'
import { Preview } from './preview.tsx'
import { StateOf } from './states.tsx'

export type Import = Answer<'getOrganizationImport'>

/** An import of an organization: what it is, how far it is, and what is to be done afterwards. */
export default personPage<Import>({
  at: '/organization-imports/:organization_import_id',
  title: ({ parts }) => say('Import of {name}', { name: parts.name }),
  under: () => [
    [say('Dashboard'), '/dashboard'],
    [say('Import an organization'), '/organization-imports'],
  ],
  parts: async ({ read, request }) => {
    if (!isUuid(request.c.req.param('organization_import_id') ?? ''))
      throw new PageError(
        404,
        say('No such import'),
        say('It may have been thrown away, or it is of somebody else.'),
      )
    return read('getOrganizationImport')
  },
  said: { start: 'It is started.' },
  forms: {
    start: calling('startOrganizationImport', {
      verb: 'Start the import',
      fields: bodyFields('OrganizationImportStart', {
        continue_numbering: {
          label: 'Number invoices on from where the export ended',
          type: 'check',
          hint: 'Otherwise their series get a new prefix.',
        },
        origin_is_closed: {
          label: 'The organization that was exported issues no invoices any more',
          type: 'check',
          hint: 'Two living copies must never issue the same number, so numbering on needs this.',
        },
      }),
    }),
    delete: calling('deleteOrganizationImport', {
      verb: 'Throw it away',
      warning: 'All of its parts, and whatever it has written, are erased. The file that you have stays.',
      to: () => '/organization-imports',
    }),
  },
  file: async (request) => download(request),
  Content: ({ parts: one, form, request }) => (
    <>
      <Facts
        of={[
          [say('State'), <StateOf of={one} />],
          [say('Organization'), <span dir="auto">{one.name}</span>],
          [say('From'), one.origin],
          [say('Exported'), <Moment at={one.exported_at} />],
          [say('Rows'), count(one.row_count, 'row')],
          [say('Parts'), count(one.part_count, 'part')],
          [say('Thrown away'), atMoment('unless it is done by', one.expires_at)],
        ]}
      />
      {one.state === 'done' ? null : <Preview of={one} />}
      {one.unknown_kinds.length ? (
        <Notice kind="warn" title={say('Not all of it is known here')}>
          <p>
            {say('Lines of these kinds are kept aside, as files: {unknown_kinds}.', {
              unknown_kinds: one.unknown_kinds.join(', ').replaceAll('_', ' '),
            })}
          </p>
        </Notice>
      ) : null}
      {one.state === 'receiving' ? <Receiving of={one} form={form} webUrl={request.settings.webUrl} /> : null}
      {one.state === 'running' ? <Running of={one} /> : null}
      {one.state === 'failed' ? (
        <Notice kind="bad" title={say('It could not be imported')}>
          <p>{one.problem}</p>
          <p>{say('Nothing of it can be seen. Throw it away, and begin again with the file.')}</p>
        </Notice>
      ) : null}
      {one.state === 'done' ? <Done of={one} /> : null}
      {one.state === 'done' ? null : (
        <section class="card stack" aria-label={say('More')}>
          {form('delete', { about: say('the import of {name}', { name: one.name }) })}
        </section>
      )}
    </>
  ),
})

const Receiving: FC<{ of: Import; form: ShowForm; webUrl: string }> = ({ of, form, webUrl }) =>
  of.missing_parts.length ? (
    <>
      <Notice
        kind="warn"
        title={say('{missing_parts} of {counted} still to be sent', {
          missing_parts: of.missing_parts.length,
          counted: count(of.part_count, 'part'),
        })}
      >
        <p>
          {say('Choose the same file again: only what is missing is sent, {size}.', {
            size: sizeOf(bytesOf(of)),
          })}
        </p>
      </Notice>
      <Chooser title={say('Send the rest')} webUrl={webUrl} />
    </>
  ) : (
    <Section id="start" title={say('2. Start it')}>
      <p>
        {say(
          'Everything is here, and nothing is written yet. It becomes a new organization with you as its only member.',
        )}
      </p>
      <ul class="ticks">
        <li>{say('Automations and mailboxes are off, and clocks of service levels are paused.')}</li>
        <li>{say('Keys, secrets, apps, webhooks, shared links and the plan do not come along.')}</li>
        <li>
          {say('Nobody is invited, and no mail is sent: the people who were members are listed afterwards.')}
        </li>
      </ul>
      {form('start', { primary: true })}
    </Section>
  )
const bytesOf = ({ missing_parts: missing }: Import) =>
  missing.reduce((sum, { size_bytes }) => sum + size_bytes, 0)

const steps: Record<NonNullable<Import['step']>, string> = {
  read: 'Its lines are being read and checked.',
  write: 'Its rows are being written.',
  finish: 'It is being completed.',
}
const Running: FC<{ of: Import }> = ({ of }) => (
  <Section id="progress" title={say('3. It is being written')}>
    <div
      class="stack"
      data-import-running={pathOf('getOrganizationImport', { organization_import_id: of.id })}
    >
      <p>{say(steps[of.step ?? 'read'])}</p>
      <p data-written>
        {say('{written_count} of {counted} written', {
          written_count: of.written_count.toLocaleString('en'),
          counted: count(of.row_count, 'row'),
        })}
      </p>
      <progress max={of.row_count || 1} value={of.written_count} aria-label={say('Rows written')} />
      <p>{say('You may close this page; it goes on.')}</p>
    </div>
    <LinkButton kind="slim" to={of.page}>
      {say('See how far it is')}
    </LinkButton>
    <script src={importJs.address} defer></script>
  </Section>
)

/** Leads to the bytes of the map, or of an archive. The read renews the session that they ask for. */
async function download({ c, api, here }: PageRequest): Promise<Response> {
  const { organization_import_id = '', file = '' } = c.req.param()
  const path = pathOf('getOrganizationImport', { organization_import_id })
  bodyOf(await api.call<Import>('GET', path), here)
  return redirectTo(`${path}/${file === 'map' ? file : `archives/${encodeURIComponent(file)}`}`)
}
