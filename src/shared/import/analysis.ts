import {
  type Column,
  dateFields,
  type ImportSource,
  type Mapping,
  type Row,
  type Status,
  type Table,
} from './model.ts'
import { columnsOf, recordOf } from './records.ts'
import { statusOf, statusOfCategory } from './words.ts'

/** A state of the source: of how many tasks, of how many of them it decides the status, and what it is taken for. */
export type State = { name: string; count: number; decides: number; suggested: Status | null }
export type PersonName = { name: string; count: number }
export type Analysis = { states: State[]; people: PersonName[]; mapping: Mapping['mapping'] }

const mostStates = 200
const mostPeople = 2000

/** The columns as they are taken unless the mapping says otherwise. An order of days is only said where one fits. */
export const suggestedMapping = (columns: Column[]): Mapping['mapping'] =>
  Object.fromEntries(
    columns.map(({ name, field, orders }) => [
      name,
      {
        field,
        ...(field && dateFields.includes(field) && orders.length === 1 ? { format: orders[0]! } : {}),
      },
    ]),
  )

/** The states and people of a file by how often they occur, and what each state is taken for. */
export function analyse(source: ImportSource, rows: Row[], mapping: Mapping['mapping']): Analysis {
  const columns = columnsOf(mapping)
  const [category] = columns.get('status_category') ?? []
  const states = new Map<string, State>()
  const people = new Map<string, number>()
  const meet = (name: string) => name && people.set(name, (people.get(name) ?? 0) + 1)
  for (const row of rows) {
    const record = recordOf(source, row, columns)
    const state = states.get(record.status) ?? {
      name: record.status,
      count: 0,
      decides: 0,
      suggested: statusOf(record.status),
    }
    state.count++
    if (!record.decided && !row.more?.done) state.decides++
    state.suggested ??=
      statusOfCategory(category ? (row.cells[category.name]?.[0] ?? '') : '') ?? hintOf(source, record)
    states.set(record.status, state)
    for (const name of [record.assignee, record.reporter, ...record.comments.map(({ author }) => author)])
      meet(name)
  }
  return {
    mapping,
    states: [...states.values()].toSorted((a, b) => b.count - a.count).slice(0, mostStates),
    people: [...people]
      .map(([name, count]) => ({ name, count }))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, mostPeople),
  }
}

type Recorded = ReturnType<typeof recordOf>
/** Linear tells of states with names of their own when their tasks were started, completed or cancelled. */
function hintOf(source: ImportSource, { decided, started_at }: Recorded): Status | null {
  if (source !== 'linear_csv') return null
  return decided ?? (started_at ? 'in_progress' : null)
}

/** Columns of days whose order the mapping must say, as both fit; and those that it says in an order that does not fit. */
export function orderProblems(columns: Column[], mapping: Mapping['mapping']): string[] {
  return Object.entries(mapping).flatMap(([name, { field, format }]) => {
    const column = columns.find((one) => one.name === name)
    if (!column || !field || !dateFields.includes(field)) return []
    if (column.orders.length === 2 && !format)
      return [
        `body.mapping.${name}.format: required; its days can be read as day/month (dmy) and month/day (mdy)`,
      ]
    if (column.orders.length === 1 && format && format !== column.orders[0])
      return [`body.mapping.${name}.format: not all its days can be read so; send ${column.orders[0]}`]
    return []
  })
}

export const readTable = (source: ImportSource, { columns, rows }: Table): Analysis =>
  analyse(source, rows, suggestedMapping(columns))
