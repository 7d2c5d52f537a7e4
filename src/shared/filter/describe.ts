import { type Field, type Grammar, limits, operators } from './grammar.ts'
import { dateTokens } from './values.ts'

/** A grammar for machines: every field with its operators and values, the tokens, the limits and examples. */
export function describeGrammar({ fields, short, predicates }: Grammar) {
  const written = Object.fromEntries(
    Object.entries({ ...short, ...predicates }).map(([text, name]) => [name, text]),
  )
  return {
    version: 1,
    node: 'exactly one of {and: [node]}, {or: [node]}, {not: node}, {field, op, value}',
    fields: Object.entries(fields).map(([name, field]) => ({
      name,
      kind: field.kind,
      does: field.does,
      operators: operators[field.kind],
      ...valuesOf(field),
      text_form: written[name] ?? name,
    })),
    operators: meanings,
    tokens,
    limits,
    examples,
  }
}

const valuesOf = (field: Field) => {
  switch (field.kind) {
    case 'enum':
      return { values: [...field.values] }
    case 'id':
      return { values: ['uuid', ...(field.of?.named ? ['#name'] : []), ...Object.keys(field.tokens ?? {})] }
    case 'date': {
      const moment = field.of === 'moment' ? ['YYYY-MM-DDTHH:MM:SSZ'] : []
      return { values: ['YYYY-MM-DD', ...moment, 'ISO 8601 duration', ...dateTokens, '@friday'] }
    }
    case 'predicate':
      return { values: ['true', 'false'] }
    default:
      return {}
  }
}

const meanings = {
  eq: 'is; text without regard to case, a day of a moment is the whole day',
  ne: 'is not, or is empty',
  in: 'is one of the list',
  not_in: 'is none of the list, or is empty',
  lt: 'is less, or before',
  lte: 'is at most, or not after',
  gt: 'is more, or after',
  gte: 'is at least, or not before',
  between: 'is between two values, or one of them',
  contains: 'holds the text, without regard to case; no wildcards',
  not_contains: 'does not hold the text, or is empty',
  starts_with: 'begins with the text, without regard to case',
  is_null: 'is empty; takes no value',
  not_null: 'is not empty; takes no value',
  is: 'the predicate holds (true) or does not (false)',
}

const tokens = {
  '@me': 'the caller, also in a filter that somebody else saved',
  '@today': 'the current day in your time zone, or else that of the organization',
  '@now': 'this moment; for a day, today',
  '@week_start': 'the first day of the current week, as the organization counts weeks',
  '@month_start': 'the first day of the current month',
  '@friday': 'the next Friday after today; so of each weekday',
  '@active_sprint': 'the sprints that are under way',
  '@next_sprint': 'the planned sprint of a project that begins first',
  '-P7D': 'seven days before today; P2W is two weeks after; -PT2H is two hours ago, for moments',
  '#name':
    'what bears the name: a tag, column, sprint, milestone or member by name, a project or task by key',
}

const examples = [
  {
    does: 'My urgent work that is due within a week, without what is put off',
    filter: {
      and: [
        { field: 'priority', op: 'in', value: ['high', 'urgent'] },
        { field: 'assignee_id', op: 'eq', value: '@me' },
        { field: 'tag_id', op: 'ne', value: '#wontfix' },
        { field: 'due_date', op: 'lt', value: 'P7D' },
      ],
    },
    text: 'priority:high,urgent assignee:@me -tag:wontfix due<7d',
  },
  {
    does: 'Open, and either overdue or without an assignee',
    filter: {
      and: [
        { field: 'status', op: 'in', value: ['todo', 'in_progress'] },
        {
          or: [
            { field: 'is_overdue', op: 'is', value: true },
            { field: 'assignee_id', op: 'is_null' },
          ],
        },
      ],
    },
    text: 'status:todo,in_progress (is:overdue OR assignee:none)',
  },
  {
    does: 'Done this week in which the login is named',
    filter: {
      and: [
        { field: 'completed_at', op: 'gte', value: '@week_start' },
        { field: 'text', op: 'contains', value: 'login' },
      ],
    },
    text: 'completed>=week_start "login"',
  },
]
