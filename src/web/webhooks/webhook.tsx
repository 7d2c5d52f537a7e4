import type { FC } from 'hono/jsx'
import { together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { type Answer, type Item, mayCall, type Schemas } from '../kit/operations.ts'
import { addressIn, backTo, type ObjectFetching, objectPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { Badge, Copy, Facts, Notice } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { atMoment, Moment } from '../kit/time.tsx'
import {
  changeFields,
  choicesOf,
  formatOf,
  moreIn,
  offersOf,
  secretShown,
  stateOf,
} from './webhook-parts.tsx'

type Webhook = Answer<'getWebhook'>
const partsOf = async ({ request, read, organization, id }: ObjectFetching<'getWebhook'>) => {
  const part = partOf(request, `/webhooks/${id}?org=${organization.slug}`, 'from', 20, 'deliveries')
  const asked = request.query.edit
  return together({
    more: offersOf(read),
    deliveries: readPart(read, 'listWebhookDeliveries', part),
    delivery:
      asked && /^[0-9a-f-]{36}$/.test(asked) ? read('getWebhookDelivery', {}, { delivery_id: asked }) : null,
  })
}
type Props = Shown<Webhook, PartsOf<typeof partsOf>>

const outcomes: Record<Schemas['WebhookAttempt']['outcome'], string> = {
  ok: 'arrived',
  status: 'was refused',
  redirected: 'was redirected, which is not followed',
  slow: 'took longer than ten seconds',
  failed: 'did not reach it',
  unsafe: 'was not sent: its name leads to an address that must not be reached',
}
const said = ({ outcome, status, ms, answer }: Schemas['WebhookAttempt']) =>
  say('It {outcomes}{value} in {ms} ms.{value2}', {
    outcomes: say(outcomes[outcome]),
    value: status ? ` (${status})` : '',
    ms,
    value2: answer ? ` ${say('The answer: “{answer}”', { answer })}` : '',
  })

/** A webhook with its messages: what was sent, what came back, and what can be sent again. */
export default objectPage<'getWebhook', PartsOf<typeof partsOf>>({
  at: '/webhooks/:id',
  of: 'getWebhook',
  noun: 'webhook',
  under: (organization) => [[say('Webhooks'), addressIn(organization, 'webhooks')]],
  title: ({ name }) => name,
  marks: stateOf,
  parts: partsOf,
  forms: {
    test: calling('testWebhook', {
      title: 'Send a test',
      verb: 'Send a test',
      to: (_, attempt, again) =>
        again(
          <Notice
            kind={attempt.outcome === 'ok' ? 'good' : 'bad'}
            title={attempt.outcome === 'ok' ? say('The test has arrived') : say('The test has not arrived')}
          >
            <p>{said(attempt)}</p>
          </Notice>,
        ),
    }),
    change: calling('updateWebhook', { title: 'Edit', fields: changeFields, also: moreIn }),
    pause: calling('updateWebhook', {
      verb: 'Pause',
      warning: 'What happens meanwhile is kept for 14 days, and can be replayed.',
      also: () => ({ status: 'paused' as const }),
    }),
    enable: calling('updateWebhook', {
      verb: 'Enable',
      warning: 'A test is sent first. What came meanwhile is not sent by itself: replay it below.',
      also: () => ({ status: 'active' as const }),
    }),
    rotate: calling('rotateWebhookSecret', {
      title: 'Replace the secret',
      verb: 'Replace it',
      fields: bodyFields('WebhookRotation', {
        keep_previous_hours: {
          label: 'Hours for which the former one signs too',
          hint: '0 to 72. The receiver has to know the new one by then.',
        },
        end_previous: 'End an overlap that still lasts',
      }),
      to: (_, webhook, again) => secretShown(webhook, again),
    }),
    replay: calling('replayWebhook', {
      title: 'Send a range again',
      verb: 'Replay',
      fields: bodyFields('WebhookReplay', {
        from: { label: 'From', hint: 'At most 14 days back.' },
        to: { label: 'To' },
        only: {
          label: 'Which',
          choices: [
            ['failed', 'Those that were given up'],
            ['skipped', 'Those that came while it was off'],
            ['all', 'All of them'],
          ],
        },
      }),
      to: (_, { count: sent }, again) =>
        again(
          <Notice
            kind="good"
            title={say('{counted} will be sent again', { counted: count(sent, 'message') })}
          >
            <p>{say('Receivers tell them apart by webhook-id, which stays the same.')}</p>
          </Notice>,
        ),
    }),
    resend: calling('resendWebhookDelivery', { verb: 'Send again' }),
    delete: calling('deleteWebhook', {
      warning: 'Its messages go, too, those that wait as well.',
      to: backTo('webhooks'),
    }),
  },
  Content: (shown) => {
    const { object: webhook, form, parts, organization } = shown
    return (
      <>
        <Known webhook={webhook} />
        <section class="card stack" aria-label={say('Use')}>
          {form('test')}
          {webhook.status === 'active' ? form('pause', { about: webhook.name }) : null}
          {webhook.status === 'active' ? null : form('enable', { about: webhook.name })}
          {webhook.status === 'active' ? form('replay', { values: { only: 'failed' } }) : null}
        </section>
        <Deliveries {...shown} />
        {mayCall(organization, 'updateWebhook') ? (
          <section class="card stack" aria-label={say('Change')}>
            {form('change', { choices: choicesOf(parts.more, webhook.types) })}
            {form('rotate', { values: { keep_previous_hours: '24' } })}
            {form('delete', { about: webhook.name })}
          </section>
        ) : null}
      </>
    )
  },
})

const Known: FC<{ webhook: Webhook }> = ({ webhook }) => (
  <Facts
    of={[
      [say('Address'), webhook.url_hint],
      [say('Told of'), webhook.types.join(', ')],
      [say('Messages'), formatOf(webhook)],
      [say('Headers'), webhook.header_names.join(', ')],
      [say('Failing'), webhook.failing_since && atMoment('since', webhook.failing_since)],
      [say('Last arrived'), webhook.last_success_at && atMoment('', webhook.last_success_at)],
      [say('Waiting'), webhook.waiting ? count(webhook.waiting, 'message') : null],
      [
        say('Former secret'),
        webhook.previous_secret_until && atMoment('signs until', webhook.previous_secret_until),
      ],
      [
        say('Set up by'),
        webhook.created_by &&
          `${webhook.created_by.name}${webhook.created_by.has_left ? say(', who left') : ''}`,
      ],
    ]}
  />
)

const marks: Record<Item<'listWebhookDeliveries'>['state'], ['bad' | 'warn' | 'good' | undefined, string]> = {
  failed: ['bad', 'given up'],
  pending: ['warn', 'waiting'],
  skipped: [undefined, 'skipped'],
  delivered: ['good', 'arrived'],
}

/** What was sent, and what came back each time. */
const Content: FC<Schemas['WebhookDeliveryDetail']> = ({ id, body, tries }) => (
  <div class="stack">
    {body ? (
      <Copy id={`body-${id}`} what={say('What is sent')} text={body} fold />
    ) : (
      <p>{say('Its content was erased.')}</p>
    )}
    {tries.map((one) => (
      <p class="small">
        <Moment at={one.at} /> {said(one)}
      </p>
    ))}
  </div>
)

const Deliveries: FC<Props> = (shown) => {
  const { parts, object, form } = shown
  const { items, total, part } = parts.deliveries
  return (
    <ListSection
      id="deliveries"
      title={say('Messages')}
      of={items}
      total={total}
      part={part}
      none={say('Nothing was sent yet.')}
      shown={shown}
      line={(one) => ({
        title: one.type,
        facts: [
          one.last_outcome &&
            `${say(outcomes[one.last_outcome])}${one.last_status ? ` (${one.last_status})` : ''}`,
          one.attempts > 1 ? count(one.attempts, 'attempt') : null,
          one.replayed ? say('replayed') : null,
          atMoment('', one.created_at),
          one.next_at && one.attempts ? atMoment('again', one.next_at) : null,
        ],
        marks: (
          <Badge {...(marks[one.state][0] && { kind: marks[one.state][0] })}>
            {say(marks[one.state][1])}
          </Badge>
        ),
        below: parts.delivery?.id === one.id ? <Content {...parts.delivery} /> : undefined,
        forms:
          one.has_body && object.status === 'active' ? [form('resend', { of: one, about: one.type })] : [],
      })}
    />
  )
}
