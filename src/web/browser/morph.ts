import { Idiomorph } from 'idiomorph'

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

/** Rows and cards are known by what they show. */
function identify(root: Element) {
  for (const one of root.querySelectorAll<HTMLElement>('[data-id], [data-column]'))
    one.id ||= `shows-${one.dataset.id ?? one.dataset.column}`
}

/** Makes an element like another one by changing what differs, so that focus, scrolling, and begun forms stay. */
export function morph(from: Element, to: Element): void {
  identify(from)
  identify(to)
  void Idiomorph.morph(from, to, {
    callbacks: {
      beforeNodeMorphed: (old: Node) =>
        !(
          old instanceof Element &&
          (old.matches('[data-hide-after]') || (old.matches('form') && isBegun(old)))
        ),
      beforeNodeRemoved: (node: Node) => !isKept(node),
      beforeAttributeUpdated: (name: string, element: Element, change: string) =>
        !own.has(name) && !(change === 'update' && element.matches('[data-zone]')),
    },
  })
}
