/** What a page has marked for a key: the element itself, or the first that can be pressed inside it. */
const marked = (name: 'search' | 'create' | 'edit') => {
  const place = document.querySelector<HTMLElement>(`main [data-key="${name}"]`)
  return place?.matches('a, button, input') ? place : place?.querySelector<HTMLElement>('a, button')
}

/** Presses what the page has marked so, as a click would: it asks first where a click does. */
export const press = (name: 'create' | 'edit') => marked(name)?.click()

/** Whether the page has a search to go to. */
export const goToSearch = (): boolean => {
  const field = marked('search')
  field?.focus()
  return field !== undefined
}

/** What each row of a list leads to: its name, or the first that can be done with it. */
const rowTargets = () =>
  [...document.querySelectorAll('main :is(tbody > tr, .cards > li)')].flatMap(
    (row) =>
      row.querySelector<HTMLElement>(':is(.column-name, .card-name) :is(a, button)') ??
      row.querySelector<HTMLElement>('a, button') ??
      [],
  )

/** Moves the focus to the row after, or before, the place where it is. */
export const goToRow = (way: 'next' | 'previous') => {
  const here = document.activeElement ?? document.body
  const wanted = way === 'next' ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  const targets = rowTargets().filter((target) => here.compareDocumentPosition(target) & wanted)
  const target = way === 'next' ? targets[0] : targets.at(-1)
  target?.focus()
}
