const covers = '[role="dialog"], [role="menu"]'

const isShown = (element: Element | null): boolean =>
  element === null || (getComputedStyle(element).display !== 'none' && isShown(element.parentElement))

/** Whether something stands above the page and waits for keys: a dialog, or a menu. Closed ones may stay in the document. */
export const isCovered = (): boolean => [...document.querySelectorAll(covers)].some(isShown)
