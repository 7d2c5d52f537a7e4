import type { FC } from 'hono/jsx'
import { readAll, together } from '../kit/all-of.ts'
import { zonesAfter } from '../kit/choices.ts'
import { byteOrderMark, fileResponse } from '../kit/downloads.tsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { type Answer, type Item, readerOf } from '../kit/operations.ts'
import { addressIn, backTo, type ObjectFetching, objectPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { find } from '../kit/organization-context.ts'
import { partOf, readPart } from '../kit/pager.tsx'
import { Facts, LinkButton, Notice, Section } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import type { PageRequest } from '../kit/page-request.ts'
import { line as csvLine } from '../../shared/csv.ts'
import { isBusy, sourceOf, stateOf } from './import-parts.tsx'
import { meaningIn, Meanings } from './meaning.tsx'

type Import = Answer<'getImport'>
const here = (id: string, slug: string) => `/imports/${id}?org=${slug}`

const partsOf = async ({ request, read, organization, id }: ObjectFetching<'getImport'>) => {
  const of = (name: string) => partOf(request, here(id, organization.slug), `${name}_from`, 20, name)
  return together({
    refused: readPart(read, 'listImportRows', of('refused'), { result: 'refused' }),
    members: readAll(read, 'listMembers'),
  })
}
type Props = Shown<Import, PartsOf<typeof partsOf>>

/** A file of tasks: what it holds, what that is here, and how far it is. */
export default objectPage<'getImport', PartsOf<typeof partsOf>>({
  at: '/imports/:id',
  of: 'getImport',
  noun: 'import',
  under: (organization) => [[say('Imports'), addressIn(organization, 'imports')]],
  title: ({ filename }) => filename,
  marks: ({ status }) => stateOf(status),
  parts: partsOf,
  said: {
    start: 'It is running. Load the page again to see how far it is.',
    undo: 'It is being taken back.',
  },
  forms: {
    meaning: calling('updateImportMapping', {
      verb: 'Save what it means',
      fields: bodyFields('ImportMapping', {
        time_zone: { label: 'Time zone', hint: 'Of times without one.', choices: zonesAfter([]) },
        checklists: {
          label: 'Checklists become',
          choices: [
            ['description', 'Text of the description'],
            ['subtasks', 'Subtasks'],
          ],
        },
      }),
      also: meaningIn,
    }),
    preview: calling('previewImport', {
      verb: 'See what it would be',
      to: (_, answer, again) => again(<Preview of={answer} />),
    }),
    start: calling('startImport', { verb: 'Write the tasks' }),
    stop: calling('stopImport', {
      warning: 'What it has written stays, and can be taken back.',
      verb: 'Stop',
    }),
    undo: calling('undoImport', {
      verb: 'Take it back',
      warning: 'Its tasks go, except those that somebody has changed or commented since.',
    }),
    delete: calling('deleteImport', {
      verb: 'Forget it',
      warning: 'The file and its rows go. The tasks stay, and can no longer be taken back together.',
      to: backTo('imports'),
    }),
  },
  file: async (request) => refusedFile(request),
  Content: (shown) => {
    const { object: one, form } = shown
    const canUndo = one.status === 'done' || one.status === 'stopped'
    return (
      <>
        <Known of={one} />
        {one.problem ? (
          <Notice kind={one.status === 'failed' ? 'bad' : 'plain'} title={say('What happened')}>
            <p>{one.problem}</p>
          </Notice>
        ) : null}
        {isBusy(one.status) ? (
          <section class="card stack" aria-label={say('Progress')}>
            <LinkButton kind="slim" to={here(one.id, shown.organization.slug)}>
              {say('See how far it is')}
            </LinkButton>
            {form('stop')}
          </section>
        ) : null}
        {one.status === 'ready' ? <Ready {...shown} /> : null}
        <Undone of={one} />
        <Refused {...shown} />
        <section class="card stack" aria-label={say('More')}>
          {canUndo ? form('undo', { about: one.filename }) : null}
          {isBusy(one.status) ? null : form('delete', { about: one.filename })}
        </section>
      </>
    )
  },
})

const Known: FC<{ of: Import }> = ({ of }) => (
  <Facts
    of={[
      [say('From'), sourceOf(of.source)],
      [say('Into'), <a href={`/projects/${of.project.key}`}>{of.project.name}</a>],
      [say('Tasks in the file'), String(of.row_count)],
      [say('Created'), String(of.created)],
      [say('There already'), String(of.skipped)],
      [say('Refused'), String(of.refused)],
    ]}
  />
)

const Ready: FC<Props> = ({ object: one, parts, form }) => {
  const meaning = one.meaning ?? one.suggested
  if (!meaning) return null
  const { time_zone, checklists } = meaning
  return (
    <>
      {one.warnings.length ? (
        <Notice kind="plain" title={say('What the file does not hold, or what stays behind')}>
          <ul>
            {one.warnings.map((warning) => (
              <li>{warning}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <Section id="meaning" title={say('What it means')}>
        {form('meaning', {
          values: { time_zone, checklists },
          above: <Meanings of={one} meaning={meaning} members={parts.members} />,
        })}
      </Section>
      <Section id="go" title={say('Write it')}>
        {one.unmapped_states.length ? (
          <p>
            {say('Say first what these states are: {unmapped_states}.', {
              unmapped_states: one.unmapped_states.map((name) => name || say('no state')).join(', '),
            })}
          </p>
        ) : null}
        {form('preview')}
        {one.unmapped_states.length ? null : form('start', { primary: true })}
      </Section>
    </>
  )
}

const Preview: FC<{ of: Answer<'previewImport'> }> = ({ of }) => (
  <Notice
    kind="plain"
    title={say('The first {rows} of {counted}, not yet written', {
      rows: of.rows.length,
      counted: count(of.row_count, 'task'),
    })}
  >
    <p>
      {say('{created} would be created, {skipped} are there already, {refused} refused.', {
        created: of.counts.created,
        skipped: of.counts.skipped,
        refused: of.counts.refused,
      })}
    </p>
    <Rows of={of.rows} />
  </Notice>
)

const Rows: FC<{ of: Answer<'previewImport'>['rows'] }> = ({ of }) => (
  <div class="prose scrolls" tabindex={0} role="region" aria-label={say('Preview')}>
    <table>
      <thead>
        <tr>
          {[
            say('Line'),
            say('Title'),
            say('Status'),
            say('Type'),
            say('Priority'),
            say('Assignee'),
            say('Tags'),
          ].map((head) => (
            <th scope="col">{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {of.map(({ line, task, reason }) => (
          <tr>
            <td>{line}</td>
            <td dir="auto">{task?.title ?? reason}</td>
            <td>{task?.status.replace('_', ' ')}</td>
            <td>{task?.type}</td>
            <td>{task?.priority}</td>
            <td>{task?.assignee ?? task?.imported_author}</td>
            <td dir="auto">{task?.tags.join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Undone: FC<{ of: Import }> = ({ of: { undo } }) =>
  undo ? (
    <Section id="undone" title={say('Taken back')}>
      <p>{say('{counted} removed.', { counted: count(undo.removed, 'task') })}</p>
      {undo.kept.length ? (
        <ul class="ticks">
          {undo.kept.map(({ key, why }) => (
            <li>{say('{link} stays: {why}', { link: <a href={`/tasks/${key}`}>{key}</a>, why })}</li>
          ))}
        </ul>
      ) : null}
    </Section>
  ) : null

type Row = Item<'listImportRows'>
const Refused: FC<Props> = ({ object: one, organization, parts: { refused } }) => (
  <>
    <ListSection
      id="refused"
      title={say('Refused')}
      of={refused.items}
      total={refused.total}
      part={refused.part}
      orNothing
      line={(row: Row) => ({
        title: row.external_id ?? say('Line {line}', { line: row.line }),
        facts: [say('line {line}', { line: row.line }), row.reason],
      })}
    />
    {refused.total ? (
      <p>
        <a href={`/imports/${one.id}/files/refused?org=${organization.slug}`}>
          {say('Download what was refused as CSV')}
        </a>
      </p>
    ) : null}
  </>
)

/** The rows that were refused, with why, as a table. */
async function refusedFile(request: PageRequest): Promise<Response> {
  const id = request.c.req.param('id') ?? ''
  const { organization } = await find<Import>(request, `/imports/${id}`, 'import')
  const read = readerOf(request, { org_id: organization.id, import_id: id })
  const rows = await readAll(read, 'listImportRows', { result: 'refused' })
  const table = [['line', 'key', 'reason'], ...rows.map((row) => [row.line, row.external_id, row.reason])]
  return fileResponse(byteOrderMark + table.map(csvLine).join(''), 'text/csv; charset=utf-8', 'refused.csv')
}
