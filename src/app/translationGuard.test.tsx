import { act, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { guardTranslation } from './translationGuard'

const { removeChild, insertBefore, appendChild } = Node.prototype
beforeAll(() => guardTranslation(document.body))
afterAll(() => Object.assign(Node.prototype, { removeChild, insertBefore, appendChild }))

/** Like a browser's page translation: wraps every text in two elements. */
const translate = async (root: Node, how: 'replaced' | 'moved' | 'inserted') => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const font = document.createElement('font' as string)
    const inner = font.appendChild(document.createElement('font' as string))
    if (how === 'replaced') text.replaceWith(font)
    else text.parentNode?.insertBefore(font, text)
    if (how === 'inserted') text.remove()
    if (how === 'moved') inner.append(text)
    else inner.append(`«${text.data}»`)
  }
  await Promise.resolve()
}

const Page = () => {
  const [unit, setUnit] = useState('dth')
  const [isWarned, setIsWarned] = useState(false)
  return (
    <>
      <p data-testid="legend">
        in {unit}; pasted {isWarned && 'and warned '}here{isWarned ? <b>!</b> : 'never'}
      </p>
      <button type="button" onClick={() => setUnit(unit === 'th' ? 'dth' : 'th')}>
        Unit
      </button>
      <button type="button" onClick={() => setIsWarned(!isWarned)}>
        Warn
      </button>
    </>
  )
}

describe('[K7] a page that the browser translates', () => {
  it.each(['replaced', 'moved', 'inserted'] as const)(
    'goes on and says what is so: texts %s',
    async (how) => {
      const { container } = render(<Page />)
      const [unit, warn] = screen.getAllByRole('button')
      const press = (button: HTMLElement | undefined) => act(async () => button?.click())
      const legend = () => screen.getByTestId('legend').textContent.replaceAll(/[«»]/g, '')
      await translate(container, how)
      await press(unit)
      await waitFor(() => expect(legend()).toBe('in th; pasted herenever'))
      await translate(container, how)
      await press(warn)
      await waitFor(() => expect(legend()).toBe('in th; pasted and warned here!'))
      await translate(container, how)
      await press(warn)
      await press(unit)
      await waitFor(() => expect(legend()).toBe('in dth; pasted herenever'))
    },
  )
})
