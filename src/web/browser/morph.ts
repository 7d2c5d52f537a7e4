/** Attributes that scripts and people set, whatever the page said. */
const own = new Set(['hidden', 'open', 'style'])

type Control = HTMLInputElement & { options: HTMLOptionsCollection }

function isChanged(control: Control): boolean {
  if (control.tagName === 'SELECT') {
    const options = [...control.options]
    const first = options.some((one) => one.defaultSelected)
    return options.some((one, n) => one.selected !== (first ? one.defaultSelected : n === 0))
  }
  if (control.type === 'checkbox' || control.type === 'radio')
    return control.checked !== control.defaultChecked
  if (control.type === 'file') return control.value !== ''
  return control.type !== 'hidden' && 'defaultValue' in control && control.value !== control.defaultValue
}

/** Whether somebody has begun to fill it in. Its version stays too, so that sending it overwrites nothing unseen. */
const isBegun = (form: Element) =>
  [...(form as HTMLFormElement).elements].some((one) => isChanged(one as Control)) ||
  (form.contains(document.activeElement) && document.activeElement!.matches('input, textarea, select'))

const formsIn = (node: Node) =>
  node instanceof Element ? [...(node.matches('form') ? [node] : []), ...node.querySelectorAll('form')] : []
const isKept = (node: Node) => formsIn(node).some(isBegun)

const keyOf = (node: Node) =>
  node instanceof HTMLElement ? node.id || node.dataset.id || node.dataset.column || '' : ''
const isAlike = (one: Node | null, other: Node) =>
  one?.nodeName === other.nodeName && !keyOf(one) && !keyOf(other)

/** Makes an element like another one by changing what differs, so that focus, scrolling, and begun forms stay. */
export function morph(from: Element, to: Element): void {
  if (from.isEqualNode(to) || (from.matches('form') && isBegun(from)) || from.matches('[data-hide-after]'))
    return
  const zoned = from.matches('[data-zone]')
  for (const { name, value } of to.attributes)
    if (!own.has(name) && !zoned && from.getAttribute(name) !== value) from.setAttribute(name, value)
  for (const name of from.getAttributeNames())
    if (!own.has(name) && !to.hasAttribute(name)) from.removeAttribute(name)
  morphChildren(from, to)
  if (from.matches('input, textarea, select') && !zoned) {
    const [control, fresh] = [from as Control, to as Control]
    if (control.type === 'checkbox' || control.type === 'radio') control.checked = fresh.checked
    else if (control.type !== 'file') control.value = fresh.value
  }
}

function morphChildren(from: Element, to: Element) {
  const keyed = new Map([...from.children].map((one) => [keyOf(one), one]))
  let place: ChildNode | null = from.firstChild
  for (const next of to.childNodes) {
    const key = keyOf(next)
    const known: ChildNode | null | undefined = key ? keyed.get(key) : isAlike(place, next) ? place : null
    if (known?.nodeName !== next.nodeName) {
      from.insertBefore(document.importNode(next, true), place)
      continue
    }
    if (known === place) place = place.nextSibling
    else moveBefore(from, known, place)
    if (known instanceof Element) morph(known, next as Element)
    else if (known.nodeValue !== next.nodeValue) known.nodeValue = next.nodeValue
  }
  while (place) {
    const rest: ChildNode = place
    place = place.nextSibling
    if (!isKept(rest)) rest.remove()
  }
}

function moveBefore(list: Element, node: ChildNode, place: ChildNode | null) {
  const focused = document.activeElement
  list.insertBefore(node, place)
  if (focused instanceof HTMLElement && node.contains(focused)) focused.focus({ preventScroll: true })
}
