/** The element that a page has marked for a key, or the first focusable one inside it. */
const marked = (name: 'search' | 'create' | 'edit') => {
  const place = document.querySelector<HTMLElement>(`main [data-key="${name}"]`)
  return place?.matches('a, button, input') ? place : place?.querySelector<HTMLElement>('a, button')
}

/** Clicks the marked element, with the click's confirmations. */
export const press = (name: 'create' | 'edit') => marked(name)?.click()

/** Focuses the page's search; returns whether there is one. */
export const goToSearch = (): boolean => {
  const field = marked('search')
  field?.focus()
  return field !== undefined
}

/** The link of each list row: its name, or its first action. */
const rowTargets = () =>
  [...document.querySelectorAll('main :is(tbody > tr, .cards > li)')].flatMap(
    (row) =>
      row.querySelector<HTMLElement>(':is(.column-name, .card-name) :is(a, button)') ??
      row.querySelector<HTMLElement>('a, button') ??
      [],
  )

/** Focuses the next or previous row. */
export const goToRow = (way: 'next' | 'previous') => {
  const here = document.activeElement ?? document.body
  const wanted = way === 'next' ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  const targets = rowTargets().filter((target) => here.compareDocumentPosition(target) & wanted)
  const target = way === 'next' ? targets[0] : targets.at(-1)
  target?.focus()
}
