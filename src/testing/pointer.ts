import { fireEvent } from '@testing-library/react'

/**
 * Moves the pointer over an element, to a distance from the left of the window in CSS pixels. The pointer events that jsdom
 * makes by itself have no position.
 */
export const movePointer = (element: Element, clientX = 0) =>
  fireEvent(element, new MouseEvent('pointermove', { bubbles: true, clientX, clientY: 0 }))
