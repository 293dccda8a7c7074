import { fireEvent } from '@testing-library/react'
import { holdPaletteKey, takePaletteKey } from './heldPaletteKey'

const press = (key: string) => fireEvent.keyDown(document.body, { key, ctrlKey: true })

describe('the keys of the search before the program is there', () => {
  afterEach(() => {
    delete document.documentElement.dataset['paletteKey']
  })

  it('[SHELL-9] are kept for it, and not left to the browser', () => {
    holdPaletteKey()
    expect(press('l')).toBe(true)
    expect(press('k')).toBe(false)
    expect(takePaletteKey()).toBe(true)
    // From then on, the application handles them.
    expect(press('k')).toBe(true)
    expect(takePaletteKey()).toBe(false)
  })

  it('[SHELL-9] open nothing where they have not been pressed', () => {
    holdPaletteKey()
    expect(takePaletteKey()).toBe(false)
  })
})
