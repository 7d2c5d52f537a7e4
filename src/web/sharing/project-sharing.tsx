import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Schemas } from '../kit/operations.ts'
import { type ObjectFetching, objectPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { Badge, Copy, LinkButton, Notice } from '../kit/parts.tsx'
import { type Line, ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { Moment, atMoment, onDay } from '../kit/time.tsx'
import { includeOf, inWordsOf, shownIn, switches } from './switches.ts'

type Share = Schemas['ProjectShare']
const partsOf = async ({ request, read, id }: ObjectFetching<'getProject'>) => ({
  shares: await readPart(
    read,
    'listProjectShares',
    partOf(request, `/projects/${encodeURIComponent(id)}/sharing`, 'shares_from', 25, 'shares'),
  ),
})
type Parts = PartsOf<typeof partsOf>
type Props = Shown<Schemas['Project'], Parts>

const common = {
  label: { label: 'What you call them', hint: 'Such as Acme. Only you see it.' },
  access_until: { label: 'Last day', hint: 'Empty for no end.' },
} as const
const shown = {
  label: 'Besides the tasks, show',
  type: 'list',
  choices: switches,
  after: 'label',
  from: ({ include }: Share) => shownIn(include),
} as const

/** Who outside the organization reads a project. */
export default objectPage<'getProject', Parts>({
  at: '/projects/:key/sharing',
  of: 'getProject',
  noun: 'project',
  under: ({ slug }, { key, name }) => [[name, `/projects/${key}?org=${slug}`]],
  title: () => say('Sharing'),
  parts: partsOf,
  forms: {
    share: calling('createProjectShare', {
      title: 'Share with another organization',
      verb: 'Create link',
      fields: bodyFields(
        'ProjectShareDraft',
        {
          label: common.label,
          invite_email: {
            label: 'Only for this address',
            hint: 'It is mailed there, and nobody else can accept. Empty for whoever has the link.',
          },
          access_until: common.access_until,
          message: { label: 'Message', wide: true },
        },
        { shown },
      ),
      also: (form) => ({ include: includeOf(form) }),
      saidAt: { include: 'shown' },
      to: (_, { invite_url, warnings }, again) => again(<Created link={invite_url} warnings={warnings} />),
    }),
    change: calling('updateProjectShare', {
      fields: bodyFields('ProjectShareChange', common, { shown }),
      also: (form) => ({ include: includeOf(form) }),
      saidAt: { include: 'shown' },
    }),
    end: calling('deleteProjectShare', {
      verb: 'End',
      warning: 'They see nothing of it from that moment on.',
    }),
    revoke: calling('deleteProjectShare', { verb: 'Revoke', warning: 'Its link stops working at once.' }),
  },
  Content: (props) => (
    <>
      <p>
        {say(
          'Another organization reads the tasks of this project and changes nothing. It never sees time, cost, history, internal comments or other projects.',
        )}
      </p>
      {props.object.archived_at ? (
        <Notice kind="warn" title={say('The project is archived')}>
          <p>{say('It stays readable for those below. New invitations take restoring it first.')}</p>
        </Notice>
      ) : null}
      <Shares {...props} />
    </>
  ),
})

const Created: FC<{ link: string | null; warnings: string[] }> = ({ link, warnings }) => (
  <Notice kind={warnings.length ? 'warn' : 'good'} title={say('Invited')}>
    {warnings.map((warning) => (
      <p>{warning}</p>
    ))}
    {link ? (
      <>
        <p>
          {say(
            'This link is shown once, and works once within 14 days. An admin of the other organization accepts with it; you are told who.',
          )}
        </p>
        <Copy id="link" what={say('Link of the invitation')} text={link} fold />
      </>
    ) : (
      <p>{say('This invitation was created before; its link is not shown again.')}</p>
    )}
  </Notice>
)

/** What is known of a share. */
const factsOf = (one: Share) => {
  const isOpen = one.status === 'accepted' || one.status === 'pending'
  const reads = one.reads.reduce((sum, { reads: n }) => sum + n, 0)
  return [
    one.organization && one.organization.name !== one.label && one.label,
    one.invite_email && !one.organization && say('only {invite_email}', { invite_email: one.invite_email }),
    isOpen && say('sees {contents}', { contents: inWordsOf(one.include) }),
    isOpen && onDay('until', one.access_until),
    one.status === 'pending' && onDay('link good until', one.expires_at),
    one.accepted_by_name && say('accepted by {accepted_by_name}', { accepted_by_name: one.accepted_by_name }),
    one.status === 'accepted' &&
      (one.last_read_at
        ? say('read {counted} in 30 days, last {at}', {
            counted: count(reads, 'time'),
            at: <Moment at={one.last_read_at} />,
          })
        : say('not read yet')),
    atMoment('ended', one.ended_at),
  ]
}

const kinds: Partial<Record<Share['status'], 'good' | 'accent'>> = { accepted: 'good', pending: 'accent' }
const lineOf =
  ({ form, organization, object }: Props) =>
  (one: Share): Line => {
    const name = one.organization?.name ?? one.label
    const isPending = one.status === 'pending'
    const at = `/projects/${object.key}/sharing/${one.id}?org=${organization.slug}`
    const seen = (
      <LinkButton kind="slim" to={at}>
        {say('What they see')}
      </LinkButton>
    )
    return {
      title: name,
      facts: factsOf(one),
      marks: <Badge kind={kinds[one.status]}>{isPending ? say('invited') : one.status}</Badge>,
      ...((isPending || one.status === 'accepted') && {
        buttons: [seen, form(isPending ? 'revoke' : 'end', { of: one, about: name })],
        forms: [form('change', { of: one })],
      }),
    }
  }

const Shares: FC<Props> = (props) => {
  const { items, total, part } = props.parts.shares
  return (
    <ListSection
      id="shares"
      title={say('Who reads it')}
      of={items}
      total={total}
      part={part}
      none={say('Nobody outside the organization.')}
      shown={props}
      line={lineOf(props)}
    >
      {props.object.archived_at ? null : props.form('share')}
    </ListSection>
  )
}
