import MiniSearch from 'minisearch'
import type { Tool } from './catalogue.ts'

const maxResults = 8
/** Nobody describes a tool in more characters; each word costs a search. */
const maxQuery = 300

/** What people call the things and acts that names of tools contain. The first word of a line stands for the others. */
const synonyms = `
issue task bug ticket todo card story work
ticket support request case helpdesk
message answer reply respond
client customer account buyer company
supplier vendor
invoice bill unpaid owed
credit refund
payment paid pay
expense cost receipt spending spent reimbursement
deal opportunity sale sales
lead prospect contact
pipeline funnel stage
contract agreement
time hour timesheet logged log worked track
timer stopwatch clock track
document page wiki doc text article
member person people colleague user team teammate staff who admin owner somebody
invitation invite
sprint iteration cycle velocity
burndown points left progress velocity
milestone deadline
backlog unplanned
board kanban
column lane status
tag label
filter view query
automation rule workflow automatic automatically trigger when
attachment file upload picture screenshot photo
notification inbox unread news mentioned mention
note memo jot
reminder remind nudge alarm
holiday vacation public
leave vacation holiday absence absent away off sick pto
employee hire staff
audit log trail
history change changed activity
dependency block blocked blocker blocking depends wait
subtask child checklist split smaller
comment reply discussion remark
summary overview report statistics numbers
dashboard overview
analytics conversion forecast win
finance revenue profit money turnover earn earnings income
spend spending
register ledger
sla response target promise
repository github gitlab code git
development commit branch pull
baseline snapshot plan
earned budget evm
roadmap timeline gantt
calendar ical feed
organization company workspace
project
authorization connected app access
version revision
tree hierarchy outline
activity call phone meeting email contact
terminate end
restore undo undelete bring back recover
purge erase forever permanently
convert turn
resolve done
create add make new open start write record submit report bill enter register note leave
list show see all which find what many
get show see open read details what
update change edit rename set correct modify assign
delete remove drop kick
bulk many several
move put reorder drag
complete finish close end
issue send finalize
cancel void
approve accept
reject refuse decline
archive close hide
search find look
mine my me
win won
lose lost
verify check proof intact
test try
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

/** Words that mean something else together, by the word that means it alone. */
const phrases: [RegExp, string][] = [
  [/\bpull requests?\b/gi, 'branch'],
  [/\b(?:time|days?) off\b/gi, 'leave'],
]
const withoutPhrases = (query: string) =>
  phrases.reduce((text, [phrase, word]) => text.replace(phrase, word), query)

/** Words that say nothing about the tool. */
const silent = new Set(
  'a an and are as at be by can do does did for from has have how i if in is it its of on one or our out please that the their them then there this to us was we were will with you your'.split(
    ' ',
  ),
)

/** Plurals and the endings of verbs, cut alike from names and queries. */
const stem = (word: string) =>
  word
    .replace(/ies$/, 'y')
    .replace(/(?<=[a-z]{3})(?:s|es|ed|ing)$/, '')
    .replace(/(?<=[a-z]{2})e$/, '')

const standsFor = new Map<string, string[]>()
for (const [first, ...others] of synonyms)
  for (const word of others) {
    const key = stem(word)
    standsFor.set(key, [...(standsFor.get(key) ?? []), stem(first!)])
  }

const wordOf = (term: string) => {
  const word = term.toLowerCase()
  return silent.has(word) ? null : stem(word)
}

const indexes = new WeakMap<Map<string, Tool>, MiniSearch<Tool>>()

function indexOf(byName: Map<string, Tool>): MiniSearch<Tool> {
  const known = indexes.get(byName)
  if (known) return known
  const index = new MiniSearch<Tool>({
    idField: 'name',
    fields: ['name', 'description', 'arguments'],
    tokenize: (text) => text.match(/[a-zA-Z]+/g) ?? [],
    processTerm: (term, field) => {
      const word = wordOf(term)
      return word && field === 'name' ? [word, ...(standsFor.get(word) ?? [])] : word
    },
    extractField: (tool, field) =>
      field === 'arguments'
        ? Object.keys(tool.inputSchema.properties as object).join(' ')
        : tool[field as 'name' | 'description'],
  })
  index.addAll([...byName.values()])
  indexes.set(byName, index)
  return index
}

/** Of tools that fit alike, people mean lists and new objects most often, and seldom what destroys. */
const likelihood = (tool: Tool) =>
  tool.annotations.destructiveHint ? 0.9 : /^(?:list|create)_/.test(tool.name) ? 1.1 : 1

/** The tools for what a query describes in plain words, best first. A word counts once, by its best meaning. */
export function searchTools(query: string, byName: Map<string, Tool>): Tool[] {
  const index = indexOf(byName)
  const totals = new Map<string, number>()
  for (const word of (withoutPhrases(query.slice(0, maxQuery)).match(/[a-zA-Z]+/g) ?? []).flatMap(
    (term) => wordOf(term) ?? [],
  )) {
    const best = new Map<string, number>()
    for (const meaning of [word, ...(standsFor.get(word) ?? [])])
      for (const { id, score } of index.search(meaning, {
        ...matching,
        fuzzy: word.length > 5 ? 0.2 : false,
      }))
        best.set(id, Math.max(meaning === word ? score : 0.8 * score, best.get(id) ?? 0))
    for (const [name, score] of best) totals.set(name, (totals.get(name) ?? 0) + score)
  }
  return [...totals]
    .map(([name, score]) => ({ tool: byName.get(name)!, score }))
    .map(({ tool, score }) => ({ tool, score: score * likelihood(tool) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxResults)
    .map(({ tool }) => tool)
}

const matching = {
  boost: { name: 4, arguments: 0.8 },
  processTerm: (term: string) => term,
  prefix: (term: string) => term.length > 3,
}
