import type { Choices } from '../kit/field-entries.ts'
import { checkedIn } from '../kit/inputs.tsx'
import type { Schemas } from '../kit/operations.ts'
import { say } from '../kit/say.ts'
import type { Form } from '../kit/page-request.ts'

type Include = Schemas['ShareInclude']
const names = ['comments', 'documents', 'attachments', 'estimates', 'people'] as const

/** What a share can show, each with an example of it. */
export const switches: Choices = [
  ['comments', 'public comments, such as “We go live on Monday”; never internal ones'],
  ['documents', 'documents of the project, such as its brief; never private ones'],
  ['attachments', 'files on tasks, and images in texts'],
  ['estimates', 'estimates, such as 5 points or 90 minutes'],
  ['people', 'names of people, such as “Grace Hopper”; never their addresses'],
]
const short: Record<keyof Include, string> = {
  comments: 'comments',
  documents: 'documents',
  attachments: 'files',
  estimates: 'estimates',
  people: 'names',
}

/** The switches that are on. */
export const shownIn = (include: Include) => names.filter((name) => include[name])
export const inWordsOf = (include: Include) =>
  [say('tasks'), ...shownIn(include).map((name) => say(short[name]))].join(', ')
export const includeOf = (form: Form): Include => {
  const checked = checkedIn(form, 'shown')
  return Object.fromEntries(names.map((name) => [name, checked.includes(name)])) as Include
}
