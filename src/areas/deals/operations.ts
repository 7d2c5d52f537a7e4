import * as z from 'zod'
import { pageOf, paging } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import * as moving from './moving.ts'
import * as queries from './queries.ts'
import { DealFilter, DealLoss, DealMove, DealWin, HistoryEntry } from './schemas.ts'

const { deal } = queries
const member = { role: 'member' } as const
const transition = { ...member, returns: deal.Detail, refuses: [409] as 409[] }

export default area('deals', 'Deals', { deal_id: deal.target }, [
  read({
    id: 'listDeals',
    summary: 'List deals with their stage, probability and weighted value',
    at: 'GET /deals',
    ...member,
    tool: 'list_deals',
    query: DealFilter,
    returns: pageOf(deal.Shown),
    run: ({ query }) => queries.listDeals(query),
  }),
  deal.create('createDeal', 'Create a deal in a stage of a pipeline', {
    ...member,
    tool: 'create_deal',
    details: 'It stands last in its stage.',
    example: {
      title: 'New web site',
      value_minor: 1_250_000,
      pipeline_id: '{pipeline_id}',
      client_id: '{client_id}',
    },
    run: ({ body, id }) => queries.addDeal(id(), body),
  }),
  deal.find('getDeal', 'Get a deal', { ...member, tool: 'get_deal' }),
  deal.change('updateDeal', 'Change a deal; its stage and status change by move, win, lose and reopen', {
    ...member,
    tool: 'update_deal',
    example: { expected_close_date: '2026-12-18' },
    run: ({ params: { deal_id }, body: { version, ...change } }) =>
      queries.changeDeal(deal_id, version, change),
  }),
  deal.remove('deleteDeal', 'Delete a deal with its history and its activities', {
    role: 'manager',
    tool: 'delete_deal',
    run: ({ params: { deal_id } }) => queries.dropDeal(deal_id),
  }),
  write({
    id: 'moveDeal',
    summary: 'Move an open deal to a stage, or within it',
    at: 'POST /deals/{deal_id}/move',
    ...transition,
    tool: 'move_deal',
    audit: 'deal.moved',
    body: DealMove,
    example: { body: { stage_id: '{stage_id}', position: 'top' } },
    locks: moving.lockStage,
    run: ({ params: { deal_id }, body }) => moving.moveDeal(deal_id, body),
  }),
  write({
    id: 'winDeal',
    summary: 'Win an open deal, and create its project if requested',
    at: 'POST /deals/{deal_id}/win',
    ...transition,
    tool: 'win_deal',
    audit: 'deal.won',
    body: DealWin,
    refuses: [403],
    example: { body: { client_id: '{client_id}' } },
    run: ({ params: { deal_id }, body, id }) => moving.winDeal(deal_id, id(), body),
  }),
  write({
    id: 'loseDeal',
    summary: 'Lose an open deal; it keeps its stage',
    at: 'POST /deals/{deal_id}/lose',
    ...transition,
    tool: 'lose_deal',
    audit: 'deal.lost',
    body: DealLoss,
    example: { body: { lost_reason: 'Too expensive' } },
    run: ({ params: { deal_id }, body: { lost_reason } }) => moving.loseDeal(deal_id, lost_reason),
  }),
  write({
    id: 'reopenDeal',
    summary: 'Reopen a closed deal in the stage where it stood',
    at: 'POST /deals/{deal_id}/reopen',
    partOf: [{ tool: 'update_deal', argument: 'status', is: 'open' }],
    ...transition,
    audit: 'deal.reopened',
    example: {},
    setup: ['loseDeal'],
    run: ({ params: { deal_id } }) => moving.reopenDeal(deal_id),
  }),
  read({
    id: 'listDealHistory',
    summary: 'List what happened to a deal, newest first',
    at: 'GET /deals/{deal_id}/history',
    partOf: [{ tool: 'get_deal', argument: 'history', is: true, says: 'Also what happened' }],
    ...member,
    query: z.strictObject(paging),
    returns: pageOf(HistoryEntry),
    run: ({ params: { deal_id }, query }) => queries.listHistory(deal_id, query),
  }),
])
