import { element, unmarked } from './elements.ts'
import { answerIn, type Host, type Json } from './host.ts'

/** What a tool would do, with a button that does it; or what it did, if it asked nothing. */
export function confirmation(answer: Json, host: Host): HTMLElement {
  const { error, affects = {} } = answer as { error?: Json; affects?: Json }
  if (error?.code !== 'confirmation_required')
    return element('p', '', error ? unmarked(error.message) : 'Done.')
  const facts = Object.entries(affects).flatMap(([name, value]) => [
    element('dt', '', name.replaceAll('_', ' ')),
    element('dd', '', typeof value === 'object' ? JSON.stringify(value) : unmarked(value)),
  ])
  const status = element('p', 'status')
  const button = element('button', '', 'Do it') as HTMLButtonElement
  button.addEventListener('click', () => void agree(host, button, status))
  return element(
    'article',
    'confirmation',
    element('p', '', unmarked(error.message)),
    element('dl', '', ...facts),
    button,
    status,
  )
}

/** Calls the tool again as it was called, with the agreement of the person, and tells the model. */
async function agree({ tool, given, ask }: Host, button: HTMLButtonElement, status: Element) {
  button.disabled = true
  try {
    const result = await ask('tools/call', { name: tool, arguments: { ...given, confirm: true } })
    const { error } = answerIn(result) as { error?: Json }
    status.textContent = error ? unmarked(error.message) : 'Done.'
    button.hidden = !error
    button.disabled = false
    const text = error ? `${tool} failed: ${unmarked(error.message)}` : `The user agreed: ${tool} was done.`
    await ask('ui/update-model-context', { content: [{ type: 'text', text }] })
  } catch (why) {
    button.disabled = false
    status.textContent = why instanceof Error ? why.message : 'It could not be done.'
  }
}
