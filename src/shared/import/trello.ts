import { type Column, type ImportField, type More, type Row, type Table, UnreadableFile } from './model.ts'
import { cellsFrom, columnOf, listIn, mostRows, recordIn, textIn } from './tables.ts'

type Item = Record<string, unknown>

const fields: Record<string, ImportField> = {
  Id: 'key',
  Name: 'title',
  Description: 'description',
  List: 'status',
  Created: 'created_at',
  Start: 'start_date',
  Due: 'due_date',
  Labels: 'labels',
  Members: 'assignee',
  Archived: 'archived',
}
/** A board of Trello gives its last thousand actions, and says nothing of older ones. */
const mostActions = 1000

/** When an object was made: its id begins with the seconds. */
export function createdOf(id: string): string {
  const seconds = Number.parseInt(id.slice(0, 8), 16)
  return /^[0-9a-f]{24}$/i.test(id) ? new Date(seconds * 1000).toISOString() : ''
}

const byId = (list: unknown) => new Map(listIn(list).map((one) => [textIn(recordIn(one).id), recordIn(one)]))
const byPosition = (a: Item, b: Item) => Number(a.pos) - Number(b.pos)

/** The JSON of a board. */
export function readTrello(board: Item): Table {
  const lists = byId(board.lists)
  const members = byId(board.members)
  const more = { comments: commentsOf(board), checklists: checklistsOf(board) }
  const places = [...lists.values()].toSorted(byPosition).map((list) => textIn(list.id))
  const cards = listIn(board.cards)
    .map(recordIn)
    .toSorted((a, b) => {
      const apart = places.indexOf(textIn(a.idList)) - places.indexOf(textIn(b.idList))
      return apart || byPosition(a, b)
    })
  if (!cards.length) throw new UnreadableFile('the board has no cards')
  if (cards.length > mostRows) throw new UnreadableFile(`the board has more than ${mostRows} cards`)
  const rows = cards.map((card, place): Row => {
    const id = textIn(card.id)
    const list = lists.get(textIn(card.idList)) ?? {}
    const [comments, checklists] = [more.comments.get(id), more.checklists.get(id)]
    return {
      line: place + 1,
      cells: cellsOf(card, list, members),
      more: {
        ...(comments && { comments }),
        ...(checklists && { checklists }),
        attachments: filesOf(card),
        ...(card.dueComplete === true && { done: true }),
      },
    }
  })
  const columns = Object.entries(fields).map(([name, field]): Column => columnOf(name, field, rows))
  return { columns, rows, warnings: warningsOf(board) }
}

const cellsOf = (card: Item, list: Item, members: Map<string, Item>) =>
  cellsFrom({
    Id: textIn(card.id),
    Name: textIn(card.name),
    Description: textIn(card.desc),
    List: textIn(list.name),
    Created: createdOf(textIn(card.id)),
    Start: textIn(card.start),
    Due: textIn(card.due),
    Labels: listIn(card.labels)
      .map(recordIn)
      .map((label) => textIn(label.name) || textIn(label.color)),
    Members: listIn(card.idMembers).map((member) => textIn(members.get(textIn(member))?.fullName)),
    Archived: card.closed === true || list.closed === true ? 'yes' : '',
  })

const filesOf = (card: Item) =>
  listIn(card.attachments)
    .map(recordIn)
    .map((file) => ({ name: textIn(file.name) || 'file', url: textIn(file.url) }))
    .filter(({ url }) => url)

function warningsOf(board: Item): string[] {
  const custom = listIn(board.customFields).map((one) => textIn(recordIn(one).name))
  return [
    ...(listIn(board.actions).length === mostActions ? ['Older comments are not in the file.'] : []),
    ...(custom.length ? [`Custom fields are not taken over: ${custom.join(', ')}.`] : []),
  ]
}

function commentsOf(board: Item): Map<string, NonNullable<More['comments']>> {
  const found = new Map<string, NonNullable<More['comments']>>()
  for (const action of listIn(board.actions).map(recordIn)) {
    if (action.type !== 'commentCard') continue
    const data = recordIn(action.data)
    const card = textIn(recordIn(data.card).id)
    const list = found.get(card) ?? []
    list.push({
      id: textIn(action.id),
      at: textIn(action.date),
      author: textIn(recordIn(action.memberCreator).fullName),
      body: textIn(data.text),
    })
    found.set(card, list)
  }
  for (const list of found.values()) list.sort((a, b) => a.at.localeCompare(b.at))
  return found
}

function checklistsOf(board: Item): Map<string, NonNullable<More['checklists']>> {
  const found = new Map<string, NonNullable<More['checklists']>>()
  for (const checklist of listIn(board.checklists).map(recordIn).toSorted(byPosition)) {
    const items = listIn(checklist.checkItems).map(recordIn).toSorted(byPosition)
    const card = textIn(checklist.idCard)
    const list = found.get(card) ?? []
    list.push({
      name: textIn(checklist.name),
      items: items.map((item) => ({
        id: textIn(item.id),
        name: textIn(item.name),
        done: item.state === 'complete',
      })),
    })
    found.set(card, list)
  }
  return found
}
