const covers = '[role="dialog"], [role="menu"]'

const isShown = (element: Element | null): boolean =>
  element === null || (getComputedStyle(element).display !== 'none' && isShown(element.parentElement))

/** Whether an open dialog or menu covers the page and takes its keys. Closed ones may stay in the document. */
export const isCovered = (): boolean => [...document.querySelectorAll(covers)].some(isShown)
