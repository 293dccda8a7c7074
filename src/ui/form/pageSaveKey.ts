import { isSaveKey, uppermostDialog } from '../page/keyboardEvents'

/** The rows of Save and Cancel that are shown, each within its form. */
const ends = new Set<HTMLElement>()

/** Outside of forms: sends that of the uppermost dialog, else of the page, where it is the only one with Save and Cancel. */
const saveByKey = (event: KeyboardEvent) => {
  // Its own form has taken it, or a field that has refused its text.
  if (event.defaultPrevented || !isSaveKey(event)) return
  // The browser would save the page under a name.
  event.preventDefault()
  const dialog = uppermostDialog()
  const [end, other] = [...ends].filter((part) => part.closest('[role="dialog"]') === dialog)
  if (end && !other && !event.repeat) end.closest('form')?.requestSubmit()
}

/** As the ref of a form's row of Save and Cancel: Ctrl+S saves the form wherever the focus is on its page or in its dialog. */
export const savesByKey = (end: HTMLElement | null) => {
  if (!end) return undefined
  if (ends.size === 0) document.addEventListener('keydown', saveByKey)
  ends.add(end)
  return () => {
    ends.delete(end)
    if (ends.size === 0) document.removeEventListener('keydown', saveByKey)
  }
}
