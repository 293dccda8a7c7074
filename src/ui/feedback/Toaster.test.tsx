import { act, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { startStore } from '../../testing/renderApp'
import { toastShown, type Toast } from '../../store/toasts'
import { ThemeNameContext } from '../theme/useThemeFor'
import { Toaster } from './Toaster'

const open = async () => {
  const { store } = await startStore()
  jest.useFakeTimers()
  render(
    <Provider store={store}>
      <ThemeNameContext value="light">
        <Toaster />
      </ThemeNameContext>
    </Provider>,
  )
  return (toast: Omit<Toast, 'id'>) => void act(() => store.dispatch(toastShown(toast)))
}

const saved = { kind: 'success', title: 'Update', text: 'Saved.' } as const
const failed = { kind: 'error', title: 'Error', text: 'Cannot save.', detail: 'The server said so.' } as const
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms))

describe('toasts', () => {
  afterEach(() => jest.useRealTimers())

  it('are announced, and successes leave after five seconds', async () => {
    const show = await open()
    show(saved)
    expect(screen.getByRole('status')).toHaveTextContent('UpdateSaved.')
    pass(4900)
    expect(screen.getByText('Saved.')).toBeVisible()
    pass(200)
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument()
  })

  it('stay while the pointer rests on them', async () => {
    const show = await open()
    show(saved)
    fireEvent.pointerEnter(screen.getByText('Saved.').closest('.toast') ?? document.body)
    pass(20_000)
    expect(screen.getByText('Saved.')).toBeVisible()
    fireEvent.pointerLeave(screen.getByText('Saved.').closest('.toast') ?? document.body)
    pass(5100)
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument()
  })

  it('stay longer where something can be undone, and while the focus is on them', async () => {
    const show = await open()
    show({ ...saved, undo: { resource: 'opportunities', id: 1 } })
    pass(9900)
    fireEvent.focus(screen.getByRole('button', { name: 'Undo' }))
    pass(20_000)
    expect(screen.getByText('Saved.')).toBeVisible()
    fireEvent.blur(screen.getByRole('button', { name: 'Undo' }))
    pass(10_100)
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument()
  })

  it('stay with the focus on them where the pointer leaves', async () => {
    const show = await open()
    show({ ...saved, undo: { resource: 'opportunities', id: 1 } })
    const toast = screen.getByText('Saved.').closest('.toast') ?? document.body
    fireEvent.pointerEnter(toast)
    fireEvent.focus(screen.getByRole('button', { name: 'Undo' }))
    fireEvent.pointerLeave(toast)
    pass(20_000)
    expect(screen.getByText('Saved.')).toBeVisible()
  })

  it('of errors stay until they are closed, with the server’s words below', async () => {
    const show = await open()
    show(failed)
    pass(60_000)
    expect(screen.getByText('The server said so.')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('Cannot save.')).not.toBeInTheDocument()
  })

  it('say an error that comes again once, as the newest', async () => {
    const show = await open()
    show(failed)
    show({ ...failed, text: 'Cannot delete.' })
    show(failed)
    expect(screen.getAllByText('Error')).toHaveLength(2)
    const words = screen.getAllByRole('alert').map(({ textContent }) => textContent)
    expect(words).toEqual([
      expect.stringContaining('Cannot delete.'),
      expect.stringContaining('Cannot save.'),
    ])
  })

  it('say a success once, for as long as after its last time, but each that can be undone', async () => {
    const show = await open()
    show(saved)
    pass(4900)
    show(saved)
    pass(4900)
    expect(screen.getAllByText('Saved.')).toHaveLength(1)
    show({ ...saved, undo: { resource: 'opportunities', id: 1 } })
    show({ ...saved, undo: { resource: 'opportunities', id: 2 } })
    expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2)
  })
})
