import type { Schemas } from '../kit/operations.ts'

type Widget = Schemas['BiWidgetDraft']
type Ready = { name: string; says: string; widgets: Widget[] }

const over = (field: string, range: string, granularity?: 'day' | 'week' | 'month') => ({
  field,
  range,
  ...(granularity && { granularity }),
})
const number = (
  title: string,
  source: string,
  measure: string,
  time?: Widget['query']['time_dimension'],
): Widget => ({
  title,
  source,
  viz: 'number',
  query: {
    measures: [measure],
    ...(time && { time_dimension: time, compare: 'previous_period' }),
  },
})

/** Dashboards to start from, by the name of their form. */
export const ready: Record<string, Ready> = {
  delivery: {
    name: 'Delivery',
    says: 'What is open, late and done, week by week and by project.',
    widgets: [
      number('Open tasks', 'tasks', 'open'),
      number('Overdue tasks', 'tasks', 'overdue'),
      number('Done this month', 'tasks', 'done', over('completed_at', 'this_month')),
      number('Points done this month', 'tasks', 'points_done', over('completed_at', 'this_month')),
      {
        title: 'Done by week',
        source: 'tasks',
        query: { measures: ['done'], time_dimension: over('completed_at', 'last_90_days', 'week') },
      },
      {
        title: 'Tasks by project and status',
        source: 'tasks',
        viz: 'stacked',
        query: { measures: ['count'], dimensions: ['project', 'status'] },
      },
    ],
  },
  time: {
    name: 'Time',
    says: 'Hours, how much of them is billable, by person and client.',
    widgets: [
      number('Hours this month', 'time_entries', 'seconds', over('work_date', 'this_month')),
      number('Billable this month', 'time_entries', 'billable_share', over('work_date', 'this_month')),
      {
        title: 'Hours by week',
        source: 'time_entries',
        viz: 'bar',
        query: {
          measures: ['seconds', 'billable_seconds'],
          time_dimension: over('work_date', 'last_90_days', 'week'),
        },
      },
      {
        title: 'Hours by client this quarter',
        source: 'time_entries',
        viz: 'pie',
        query: {
          measures: ['seconds'],
          dimensions: ['client'],
          time_dimension: over('work_date', 'this_quarter'),
        },
      },
    ],
  },
  sales: {
    name: 'Sales',
    says: 'Deals won and open, the win rate, and where leads come from.',
    widgets: [
      number('Deals won this quarter', 'deals', 'won', over('closed_at', 'this_quarter')),
      number('Win rate this quarter', 'deals', 'win_rate', over('closed_at', 'this_quarter')),
      {
        title: 'Value won by month',
        source: 'deals',
        viz: 'bar',
        query: { measures: ['value_won'], time_dimension: over('closed_at', 'this_year', 'month') },
      },
      {
        title: 'Open deals by stage',
        source: 'deals',
        viz: 'funnel',
        query: { measures: ['open'], dimensions: ['stage'] },
      },
      {
        title: 'Leads by source',
        source: 'leads',
        query: { measures: ['count', 'converted'], dimensions: ['source'] },
      },
    ],
  },
  money: {
    name: 'Money',
    says: 'What was invoiced, what is outstanding, and what was spent.',
    widgets: [
      number('Invoiced this year', 'invoices', 'invoiced_net', over('issue_date', 'this_year')),
      number('Outstanding', 'invoices', 'outstanding'),
      number('Overdue', 'invoices', 'overdue'),
      number('Spent this year', 'expenses', 'cost', over('expense_date', 'this_year')),
      {
        title: 'Invoiced by month',
        source: 'invoices',
        viz: 'bar',
        query: { measures: ['invoiced_net'], time_dimension: over('issue_date', 'this_year', 'month') },
      },
      {
        title: 'Invoiced by client this year',
        source: 'invoices',
        viz: 'bar',
        query: {
          measures: ['invoiced_net'],
          dimensions: ['client'],
          time_dimension: over('issue_date', 'this_year'),
          limit: 10,
        },
      },
    ],
  },
  support: {
    name: 'Support',
    says: 'Tickets that come in and wait, answers, and satisfaction.',
    widgets: [
      number('Open tickets', 'tickets', 'open'),
      number('New this month', 'tickets', 'count', over('created_at', 'this_month')),
      number('Satisfaction this quarter', 'tickets', 'satisfaction', over('created_at', 'this_quarter')),
      {
        title: 'New tickets by week',
        source: 'tickets',
        query: { measures: ['count'], time_dimension: over('created_at', 'last_90_days', 'week') },
      },
      {
        title: 'Deadlines met by month',
        source: 'sla_clocks',
        query: { measures: ['met_share'], time_dimension: over('completed_at', 'this_year', 'month') },
      },
    ],
  },
}
