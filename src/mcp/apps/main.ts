import { board } from './board.ts'
import { burndown } from './burndown.ts'
import { confirmation } from './confirmation.ts'
import { unmarked } from './elements.ts'
import { connect, type Host, type Json } from './host.ts'
import { invoice } from './invoice.ts'

const pages: Record<string, (answer: Json, host: Host) => Element> = {
  board,
  burndown,
  invoice,
  confirmation,
}
const main = document.querySelector<HTMLElement>('main')!
const draw = pages[main.dataset.page!]!

connect((answer, host) => {
  const { error } = answer as { error?: Json }
  if (error && draw !== confirmation) main.textContent = unmarked(error.message)
  else main.replaceChildren(draw(answer, host))
})
