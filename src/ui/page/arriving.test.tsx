import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { arriving } from './arriving'

const makePart = () =>
  arriving(
    () => Promise.resolve({ Greeting: () => <p>Here</p> }),
    ({ Greeting }) => Greeting,
  )

const draw = (Part: React.ComponentType) =>
  render(
    <Suspense fallback="Waiting">
      <Part />
    </Suspense>,
  ).container

describe('a part that arrives', () => {
  it('is waited for where it is not there, and then shown', async () => {
    expect(draw(makePart().Part)).toHaveTextContent('Waiting')
    expect(await screen.findByText('Here')).toBeVisible()
  })

  it('is drawn at once where it is there, with nothing in its place before', async () => {
    const { load, Part } = makePart()
    await load()
    expect(draw(Part)).toHaveTextContent('Here')
  })
})
