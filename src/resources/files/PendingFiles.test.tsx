import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { useState } from 'react'
import { Provider } from 'react-redux'
import { fileTags } from '../../contract/files'
import { refusal } from '../../testing/handlers'
import { startStore } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { PendingFiles } from './PendingFiles'
import { useUploads } from './useUploads'

const posts = () => requestsTo('/api/mpg/file/').filter(({ method }) => method === 'POST')

/** As in a wizard: files are selected before their record exists. */
const Wizard = () => {
  const uploads = useUploads()
  const [left, setLeft] = useState<number>()
  return (
    <>
      <PendingFiles uploads={uploads} withTags />
      <button onClick={() => void uploads.upload('opportunity-3').then(setLeft)}>Save</button>
      {left !== undefined && <p>{left} left</p>}
    </>
  )
}

const open = async () => {
  const { store, world } = await startStore()
  render(
    <Provider store={store}>
      <Wizard />
    </Provider>,
  )
  return { world, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }) }
}

const pick = (user: Awaited<ReturnType<typeof open>>['user'], ...names: string[]) =>
  user.upload(
    screen.getByLabelText('browse'),
    names.map((name) => new File(['x'], name)),
  )

describe('files that are picked before their record is there', () => {
  it('[OPN-6] can carry tags, shown without underscores and sent as they are', async () => {
    const { user, world } = await open()
    await pick(user, 'loa.pdf', 'usage.csv')
    await user.click(screen.getByRole('combobox', { name: 'Tags of loa.pdf' }))
    const options = await waitFor(() => {
      const shown = [...document.querySelectorAll('.ant-select-item-option')]
      expect(shown.length).toBeGreaterThan(0)
      return shown
    })
    expect(options.map((option) => option.textContent)).toEqual(
      fileTags.map((tag) => tag.replaceAll('_', ' ')).slice(0, options.length),
    )
    await user.click(screen.getByTitle('Credit Support'))
    await user.click(screen.getByTitle('LOA'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('0 left')).toBeVisible()
    const stored = world.tables.files.map(({ filename, object_id, tags }) => [filename, object_id, tags])
    expect(stored).toHaveLength(2)
    expect(stored).toContainEqual(['loa.pdf', 'opportunity-3', ['Credit_Support', 'LOA']])
    expect(stored).toContainEqual(['usage.csv', 'opportunity-3', []])
    expect(posts()).toHaveLength(2)
    expect(screen.getAllByText('Uploaded')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument()
  })

  it('[OPN-6, FILE-3] stay with their tags where one failed, and only that one is tried again', async () => {
    const { user, world } = await open()
    await pick(user, 'loa.pdf', 'usage.csv')
    server.use(http.post('*/api/mpg/file/', () => refusal(503, 'Later.'), { once: true }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('1 left')).toBeVisible()
    expect(screen.getByText('1 uploaded, 1 failed')).toBeVisible()
    const [failed] = screen.getAllByRole('listitem')
    expect(within(failed ?? document.body).getByText('Failed: Later.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('0 left')).toBeVisible()
    expect(posts()).toHaveLength(3)
    expect(world.tables.files.map(({ filename }) => filename).toSorted()).toEqual(['loa.pdf', 'usage.csv'])
  })
})
