import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Provider } from 'react-redux'
import { startStore } from '../../testing/renderApp'
import { lazyDialog } from './lazyDialog'

const Window = ({ close }: { close: () => void }) => (
  <div role="dialog">
    <button onClick={close}>Close</button>
  </div>
)

/** A page with a button that opens a dialog. */
const pageWith = (Dialog: ReturnType<typeof lazyDialog<{ close: () => void }>>) => {
  const Page = () => {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <button onClick={() => setIsOpen(true)}>Open</button>
        <p>{isOpen ? 'It is open.' : 'It is closed.'}</p>
        {isOpen && <Dialog close={() => setIsOpen(false)} />}
      </>
    )
  }
  return <Page />
}

const renderPage = async (fetch: () => Promise<typeof Window>) => {
  const { store } = await startStore()
  render(<Provider store={store}>{pageWith(lazyDialog(fetch))}</Provider>)
  return { store, user: userEvent.setup() }
}

it('closes and says so where it cannot be fetched, and asks again the next time', async () => {
  const fetch = jest.fn<Promise<typeof Window>, []>().mockRejectedValue(new Error('Loading chunk 7 failed.'))
  const { store, user } = await renderPage(fetch)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(store.getState().toasts).toHaveLength(1))
  expect(store.getState().toasts[0]).toMatchObject({ text: 'This cannot be opened now. Try again.' })
  expect(screen.getByText('It is closed.')).toBeVisible()

  fetch.mockResolvedValue(Window)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  expect(screen.getByText('It is closed.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByRole('dialog')).toBeVisible()
})

it('shows no error after the dialog was closed', async () => {
  let fail: (error: Error) => void = () => undefined
  const fetch = () => new Promise<typeof Window>((_resolve, reject) => (fail = reject))
  const { store } = await startStore()
  const Dialog = lazyDialog(fetch)
  const close = jest.fn()
  const { unmount } = render(
    <Provider store={store}>
      <Dialog close={close} />
    </Provider>,
  )
  unmount()
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    fail(new Error('Loading chunk 7 failed.'))
    await Promise.resolve()
    await Promise.resolve()
  }
  expect(close).not.toHaveBeenCalled()
  expect(store.getState().toasts).toEqual([])
})
