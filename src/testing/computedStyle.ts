const computed = window.getComputedStyle.bind(window)
const displays = new Map<string, string>()

/** How elements of a kind are displayed by jsdom's own style sheet, the only one of a test. */
function displayOfKind(element: Element): string {
  const key = `${element.localName} ${element.hasAttribute('open')} ${element.getAttribute('type') ?? ''}`
  let display = displays.get(key)
  if (display === undefined) {
    ;({ display } = computed(element.cloneNode() as Element))
    displays.set(key, display)
  }
  return display
}

const ownStyle = (element: Element): CSSStyleDeclaration | undefined =>
  'style' in element ? (element as HTMLElement).style : undefined

function visibility(element: Element | null): string {
  for (let at = element; at !== null; at = at.parentElement) {
    const own = ownStyle(at)?.visibility
    if (own) return own
  }
  return 'visible'
}

/**
 * jsdom matches the selectors of its whole style sheet at each question, which is a sixteenth of the time of all tests: every
 * query by role asks for each element and those around it. Here the answer for elements without a style of their own is kept by
 * kind; pseudo elements and hidden ones are computed by jsdom.
 */
export const keepComputedStyles = () => {
  window.getComputedStyle = (element, pseudo) => {
    const own = ownStyle(element)
    if (pseudo || !own || element.hasAttribute('hidden')) return computed(element, pseudo)
    const kept = () => ({
      display: own.display || displayOfKind(element),
      visibility: visibility(element),
    })
    return new Proxy(own, {
      get: (style, name) => {
        if (name === 'display' || name === 'visibility') return kept()[name]
        if (name === 'getPropertyValue')
          return (property: string) =>
            property === 'display' || property === 'visibility'
              ? kept()[property]
              : style.getPropertyValue(property)
        return Reflect.get(style, name, style) as unknown
      },
    })
  }
}
