import * as z from 'zod'
import { holdingScopes, linkEnds } from '../../../db/schema/holdings.ts'
import { day, id, idOut, moment, pageOf, paging, text } from '../../kit/fields.ts'
import { ownId } from '../../shared/common-fields.ts'
import { from, inOrder, notTooLong, to } from '../../shared/day-range.ts'
import { currencyCode, decimal } from '../../shared/money/fields.ts'

const Scope = z.enum(holdingScopes).meta({ id: 'HoldingScope' })
const scopes = () =>
  z
    .array(Scope)
    .min(1, 'must not be empty')
    .refine((list) => new Set(list).size === list.length, 'one is there twice')
    .meta({ example: ['finance', 'projects'] })
const statuses = ['invited', 'active', 'declined', 'removed', 'expired'] as const

export const Invitation = z
  .strictObject({
    organization_slug: text(64).meta({
      description: 'The slug of the organization, as in the address of its pages',
      example: 'byron-gmbh',
    }),
    ownership_percent: decimal(3, 2)
      .refine((value) => Number(value) > 0 && Number(value) <= 100, 'must be more than 0 and at most 100')
      .meta({
        type: ['string', 'number'],
        description: 'How much of it you own, in percent',
        example: '75.5',
      }),
    data_scopes: scopes().describe('The kinds of figures that you would like to see'),
  })
  .meta({ id: 'HoldingInvitation' })
export const Consent = z
  .strictObject({ data_scopes: scopes().describe('The kinds of figures that the parent may see') })
  .meta({ id: 'HoldingConsent' })

const Organization = z.object({ id: ownId, name: z.string().describe('What it is called') })
export const Link = z
  .object({
    id: ownId,
    slug: z.string().nullable().describe('As the parent wrote it; for the parent alone'),
    organization: Organization.nullable().describe('The other side; null until it has agreed'),
    status: z.enum(statuses).describe('Where it stands'),
    is_available: z.boolean().describe('Whether the other side is active at present'),
    ownership_percent: z.string().meta({ description: 'How much of it the parent owns', example: '75.5' }),
    offered_scopes: z.array(Scope).describe('The kinds of figures that the parent asks for'),
    data_scopes: z.array(Scope).describe('Those that it sees'),
    created_at: moment().describe('When it was asked for'),
    expires_at: moment().nullable().describe('Until when it can be answered'),
    accepted_at: moment().nullable().describe('When it was accepted'),
    ended_at: moment().nullable().describe('When it ended'),
    ended_reason: z.enum(linkEnds).nullable().describe('Why it ended'),
  })
  .meta({
    id: 'HoldingLink',
    'x-row': 'id organization=organization.name,slug* status ownership_percent data_scopes offered_scopes',
  })
export const Links = pageOf(Link)
export const LinkFilter = z.strictObject({
  status: z.enum(statuses).optional().describe('Only those that stand there'),
  ...paging,
})
export const PageFilter = z.strictObject(paging)

export const Holding = z
  .object({
    parent: Link.nullable().describe('The organization that sees figures of this one'),
    subsidiaries: z.array(Link).describe('Those that this one sees figures of'),
    sent: z.array(Link).describe('Invitations that were not answered yet'),
    invitations: z.array(Link).nullable().describe('Those that wait for your answer; for owners'),
    organizations: z.array(Organization).describe('All of the holding'),
  })
  .meta({ id: 'Holding' })

export const PanelFilter = z
  .strictObject({
    from: from().optional().meta({ description: 'The first day; this month to date unless both are sent' }),
    to: to().optional(),
    currency: currencyCode()
      .optional()
      .describe('The currency of the totals; that of the organization if absent'),
  })
  .refine(({ from, to }) => !from === !to, { message: 'send from and to, or neither', path: ['to'] })
  .refine(...inOrder)
  .refine(...notTooLong)

const rateFields = {
  day: day().describe('The day that it is of'),
  base: currencyCode().describe('One unit of this'),
  quote: currencyCode().describe('is worth so many of this'),
  source: text(60).nullable().optional().describe('Where it comes from'),
}
const rateIn = () =>
  decimal(10, 8)
    .refine((value) => Number(value) > 0, 'must be more than 0')
    .meta({ type: ['string', 'number'], example: '0.93' })
export const Rate = z
  .object({ ...rateFields, rate: z.string().meta({ description: 'The rate', example: '0.93' }) })
  .meta({ id: 'HoldingRate', 'x-row': 'day base quote rate source' })
export const Rates = pageOf(Rate)
export const RateFilter = z.strictObject({
  base: currencyCode().optional().describe('Only those of this currency'),
  quote: currencyCode().optional().describe('Only those in this currency'),
  ...paging,
})
export const RatesDraft = z
  .strictObject({
    rates: z
      .array(
        z
          .strictObject({
            ...rateFields,
            rate: rateIn().nullable().describe('The rate; null takes that of the day away'),
          })
          .refine(({ base, quote }) => base !== quote, {
            message: 'must be another currency',
            path: ['quote'],
          })
          .meta({ id: 'HoldingRateDraft' }),
      )
      .min(1, 'must not be empty')
      .max(400, 'at most 400')
      .describe('Each of a pair and a day'),
  })
  .meta({ id: 'HoldingRatesDraft' })

export const RelationDraft = z
  .strictObject({
    client_id: id().optional().meta({ description: 'The client', 'x-names': 'client' }),
    supplier_id: id().optional().meta({ description: 'The supplier', 'x-names': 'supplier' }),
    related_org_id: id().nullable().describe('The organization of the holding that it is; null for none'),
  })
  .refine(({ client_id, supplier_id }) => client_id !== undefined || supplier_id !== undefined, {
    message: 'required without supplier_id',
    path: ['client_id'],
  })
  .meta({ id: 'HoldingRelationDraft' })
const Relation = z
  .object({
    kind: z.enum(['client', 'supplier']).describe('Which of them'),
    party: z
      .object({ id: idOut().describe('Identifies it'), name: z.string().describe('What it is called') })
      .describe('The client or supplier'),
    organization: Organization.describe('The organization of the holding that it is'),
  })
  .meta({ id: 'HoldingRelation' })
export const Relations = pageOf(Relation)
