import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, getResponse, http, HttpResponse } from 'msw'
import { Provider } from 'react-redux'
import { maxFileBytes } from '../../contract/files'
import { aFile } from '../../testing/builders'
import { holdTimers } from '../../testing/clock'
import { handlersFor, refusal } from '../../testing/handlers'
import { renderPage, startStore } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { createWorld, type World } from '../../testing/world'
import { FilesPanel } from './FilesPanel'

const path = '/api/mpg/file/'
const anyFile = `*${path}`
const requests = (wanted: string) => requestsTo(path).filter(({ method }) => method === wanted)

const aPick = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name)

const zone = () => screen.getByRole('group', { name: 'Files to upload' })
const browse = () => screen.getByLabelText('browse')
const uploadButton = () => screen.getByRole('button', { name: 'Upload' })
const pending = () =>
  within(
    screen.queryByRole('list', { name: 'Pending files' }) ?? document.createElement('ul'),
  ).queryAllByRole('listitem')
const pendingNames = () => pending().map((row) => row.querySelector('.file-name')?.textContent)
/** By name: the order in which uploads end does not matter. */
const stored = () =>
  within(screen.getByRole('region', { name: 'Stored files' }))
    .queryAllByRole('listitem')
    .map((row) => row.querySelector('.file-name')?.textContent)
    .toSorted()
const rowOf = (name: string) => {
  const row = pending().find((item) => item.querySelector('.file-name')?.textContent === name)
  if (!row) throw new Error(`No pending file is called ${name}`)
  return within(row)
}

const open = async (world: World = createWorld()) => {
  const app = await renderPage('/mpg/opportunities/1/files', { world })
  await screen.findByRole('group', { name: 'Files to upload' })
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).not.toBeInTheDocument())
  return app
}

const withFiles = (...given: Parameters<typeof aFile>[0][]) => {
  const world = createWorld()
  world.tables.files.push(...given.map((file, index) => aFile({ file_id: index + 1, ...file })))
  return world
}

interface Item {
  kind: string
  getAsFile: () => File | null
  webkitGetAsEntry: () => { isDirectory: boolean } | null
}
const fileItem = (file: File): Item => ({
  kind: 'file',
  getAsFile: () => file,
  webkitGetAsEntry: () => ({ isDirectory: false }),
})
const folderItem: Item = {
  kind: 'file',
  getAsFile: () => new File([], 'folder'),
  webkitGetAsEntry: () => ({ isDirectory: true }),
}
const drag = (items: Item[], types = ['Files']) => ({ dataTransfer: { types, items, dropEffect: 'none' } })

/** Holds uploads, for the test to answer one after the other. */
const holdUploads = () => {
  const waiting: (() => void)[] = []
  server.use(
    http.post(anyFile, async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return undefined
    }),
  )
  return waiting
}

describe('picking files', () => {
  it('[FILE-1] takes several by the browse button, each with its size and a Delete', async () => {
    const { user } = await open()
    expect(browse()).toHaveAttribute('type', 'file')
    expect(browse()).toHaveAttribute('multiple')
    await user.upload(browse(), [aPick('usage.csv', 12_480), aPick('LOA.pdf', 640)])
    expect(pendingNames()).toEqual(['usage.csv', 'LOA.pdf'])
    expect(rowOf('usage.csv').getByText('12.5 kB')).toBeVisible()
    expect(rowOf('LOA.pdf').getByText('640 bytes')).toBeVisible()
    expect(rowOf('LOA.pdf').getByText('Waiting')).toBeVisible()
    await user.upload(browse(), aPick('NDA.pdf'))
    await user.click(screen.getByRole('button', { name: 'Delete LOA.pdf' }))
    expect(pendingNames()).toEqual(['usage.csv', 'NDA.pdf'])
    expect(screen.getByRole('button', { name: 'Delete NDA.pdf' })).toHaveFocus()
  })

  it('[FILE-1] can be reached by the keyboard, and takes the focus back from the last file', async () => {
    const { user } = await open()
    await user.upload(browse(), aPick('usage.csv'))
    browse().focus()
    expect(browse()).toHaveFocus()
    await user.tab()
    expect(screen.getByRole('button', { name: 'Delete usage.csv' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(pendingNames()).toEqual([])
    expect(browse()).toHaveFocus()
  })

  it('[FILE-1] takes what is dropped on it, and shows that it would', async () => {
    await open()
    const files = [fileItem(aPick('usage.csv')), fileItem(aPick('usage.csv'))]
    fireEvent.dragOver(zone(), drag(files))
    expect(zone()).toHaveTextContent('Drop the files here')
    fireEvent.dragOver(document.body, drag(files))
    expect(zone()).not.toHaveTextContent('Drop the files here')
    fireEvent.dragOver(zone(), drag(files))
    fireEvent.dragLeave(document.body)
    expect(zone()).not.toHaveTextContent('Drop the files here')
    fireEvent.drop(zone(), drag(files))
    expect(pendingNames()).toEqual(['usage.csv', 'usage.csv'])
  })

  it('[FILE-1] never lets the browser open a file that missed it', async () => {
    await open()
    const missed = fireEvent.drop(document.body, drag([fileItem(aPick('usage.csv'))]))
    expect(missed).toBe(false)
    expect(pendingNames()).toEqual([])
    expect(fireEvent.drop(document.body, drag([], ['text/plain']))).toBe(true)
  })

  it('[FILE-1] says of folders, and of nothing at all, that they cannot be uploaded', async () => {
    await open()
    fireEvent.drop(zone(), drag([folderItem, fileItem(aPick('usage.csv'))]))
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Folders cannot be uploaded. Open the folder and choose the files in it.',
    )
    expect(pendingNames()).toEqual(['usage.csv'])
    fireEvent.drop(zone(), drag([]))
    expect(screen.getByRole('alert')).toHaveTextContent('There was no file in what was dropped.')
    fireEvent.drop(zone(), drag([fileItem(aPick('LOA.pdf'))]))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it.each([
    ['4,999,999', maxFileBytes - 1],
    ['5,000,000', maxFileBytes],
  ])('[FILE-2] takes %s bytes of whatever extension', async (_what, bytes) => {
    const { user } = await open()
    await user.upload(browse(), aPick('no-extension', bytes))
    expect(pendingNames()).toEqual(['no-extension'])
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('[FILE-2] refuses a selection with 5,000,001 bytes whole, and keeps what was picked before', async () => {
    const { user } = await open()
    await user.upload(browse(), aPick('before.pdf'))
    await user.upload(browse(), [aPick('small.pdf'), aPick('large.pdf', 5_000_001)])
    const alert = screen.getByRole('alert')
    expect(within(alert).getByText('Please check file size no over 5 MB.')).toBeVisible()
    expect(alert).toHaveTextContent('Too large: large.pdf (5,000,001 bytes)')
    expect(zone()).toContainElement(alert)
    expect(pendingNames()).toEqual(['before.pdf'])
    fireEvent.drop(zone(), drag([fileItem(aPick('large.pdf', 5_000_001))]))
    expect(screen.getByRole('alert')).not.toBe(alert)
    await user.upload(browse(), aPick('after.pdf'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(pendingNames()).toEqual(['before.pdf', 'after.pdf'])
  })
})

describe('uploading', () => {
  it('[FILE-1, FILE-3] stores each file, then reads the list again about 100 ms later', async () => {
    const { user } = await open()
    await screen.findByText('There are no file(s)')
    expect(screen.getByRole('tab', { name: 'Files 0' })).toBeVisible()
    await user.upload(browse(), [aPick('usage.csv', 700), aPick('usage.csv', 800)])
    const before = requests('GET').length
    const timers = holdTimers()
    await user.click(uploadButton())
    await waitFor(() => expect(rowOf('usage.csv').getByText('Uploaded')).toBeVisible())
    await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument())
    expect(requests('GET')).toHaveLength(before)
    timers.goOff(100)
    await waitFor(() => expect(requests('GET')).toHaveLength(before + 1))
    await waitFor(() => expect(stored()).toEqual(['usage.csv', 'usage.csv']))
    expect(pendingNames()).toEqual([])
    expect(screen.getByRole('tab', { name: 'Files 2' })).toBeVisible()
    expect(screen.queryByText('There are no file(s)')).not.toBeInTheDocument()
    expect(requests('POST')).toHaveLength(2)
    const keys = requests('POST').map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(2)
  })

  it('[FILE-2] is possible only while something is pending and nothing runs', async () => {
    const { user } = await open()
    const waiting = holdUploads()
    expect(uploadButton()).toBeDisabled()
    await user.upload(browse(), aPick('usage.csv'))
    expect(uploadButton()).toBeEnabled()
    await user.click(uploadButton())
    await waitFor(() => expect(waiting).toHaveLength(1))
    await user.upload(browse(), aPick('later.csv'))
    expect(uploadButton()).toBeDisabled()
    waiting.forEach((answer) => answer())
    await waitFor(() => expect(stored()).toEqual(['usage.csv']))
    expect(pendingNames()).toEqual(['later.csv'])
    expect(uploadButton()).toBeEnabled()
    await user.click(screen.getByRole('button', { name: 'Delete later.csv' }))
    expect(uploadButton()).toBeDisabled()
  })

  it('[FILE-1] sends three at a time, with a progress bar for each', async () => {
    const { user } = await open()
    const opened = jest.spyOn(XMLHttpRequest.prototype, 'open')
    const waiting = holdUploads()
    await user.upload(
      browse(),
      ['a', 'b', 'c', 'd'].map((name) => aPick(name)),
    )
    await user.click(uploadButton())
    await waitFor(() => expect(waiting).toHaveLength(3))
    expect(screen.getAllByRole('progressbar')).toHaveLength(3)
    expect(rowOf('d').getByText('Waiting')).toBeVisible()
    const upload = (opened.mock.contexts[0] as XMLHttpRequest).upload
    const progress = new ProgressEvent('progress', { lengthComputable: true, loaded: 42, total: 100 })
    // The mocked network dispatches its own events; this one is the browser's.
    act(() => void EventTarget.prototype.dispatchEvent.call(upload, progress))
    expect(screen.getByRole('progressbar', { name: 'Upload of a' })).toHaveAttribute('value', '42')
    expect(rowOf('a').getByText('Uploading 42 %')).toBeVisible()
    expect(rowOf('b').getByText('Uploading 0 %')).toBeVisible()
    waiting.shift()?.()
    await waitFor(() => expect(waiting).toHaveLength(3))
    expect(rowOf('a').getByText('Uploaded')).toBeVisible()
    expect(screen.getByText('1 of 4 uploaded')).toBeVisible()
    waiting.forEach((answer) => answer())
    await waitFor(() => expect(stored()).toHaveLength(4))
  })

  it('[FILE-3] keeps the one of three that failed, with the reason, and can try it again', async () => {
    const { user, world } = await open()
    server.use(
      http.post(anyFile, async ({ request }) => {
        const form = await request.clone().formData()
        return form.get('filename') === 'b.pdf' ? refusal(507, 'There is no room for more files.') : undefined
      }),
    )
    await user.upload(
      browse(),
      ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => aPick(name)),
    )
    await user.click(uploadButton())
    await waitFor(() => expect(stored()).toEqual(['a.pdf', 'c.pdf']))
    expect(pendingNames()).toEqual(['b.pdf'])
    expect(rowOf('b.pdf').getByText('Failed: There is no room for more files.')).toBeVisible()
    const toast = within(document.querySelector<HTMLElement>('.toast') ?? document.body)
    expect(toast.getByText('Error. Cannot Upload File')).toBeVisible()
    expect(toast.getByText('There is no room for more files.')).toBeVisible()

    server.use(...handlersFor(world))
    await user.click(uploadButton())
    await waitFor(() => expect(stored()).toEqual(['a.pdf', 'b.pdf', 'c.pdf']))
    expect(pendingNames()).toEqual([])
    const keys = requests('POST').map(({ headers }) => headers.get('Idempotency-Key'))
    expect([keys.length, new Set(keys).size]).toEqual([4, 3])
  })

  it('[FILE-3, TRUST-28] never stores a file twice, even where the answer to the first attempt was lost', async () => {
    const { user, world } = await open()
    server.use(
      http.post(
        anyFile,
        async ({ request }) => {
          await getResponse(handlersFor(world), request)
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    await user.upload(browse(), aPick('usage.csv'))
    await user.click(uploadButton())
    await screen.findByText(/^Failed: The server cannot be reached/)
    await waitFor(() => expect(stored()).toEqual(['usage.csv']))
    await user.click(uploadButton())
    await waitFor(() => expect(pendingNames()).toEqual([]))
    expect(stored()).toEqual(['usage.csv'])
    expect(world.tables.files).toHaveLength(1)
  })

  it('[FILE-1] ends when it is cancelled; the file stays and can be uploaded after all', async () => {
    const { user, world } = await open()
    server.use(http.post(anyFile, () => delay('infinite'), { once: true }))
    await user.upload(browse(), aPick('usage.csv'))
    await user.click(uploadButton())
    await user.click(await screen.findByRole('button', { name: 'Cancel usage.csv' }))
    expect(await screen.findByText('Cancelled')).toBeVisible()
    expect(document.querySelector('.toast')).toBeNull()
    await waitFor(() => expect(uploadButton()).toBeEnabled())
    await user.click(uploadButton())
    await waitFor(() => expect(stored()).toEqual(['usage.csv']))
    expect(world.tables.files).toHaveLength(1)
  })

  it('[FILE-3] renews the session once on a 401 and goes on', async () => {
    const { user, world } = await open()
    await user.upload(
      browse(),
      ['a', 'b'].map((name) => aPick(name)),
    )
    world.access.clear()
    await user.click(uploadButton())
    await waitFor(() => expect(stored()).toEqual(['a', 'b']))
    expect(world.refreshes).toBe(1)
    expect(requests('POST')).toHaveLength(4)
  })

  it('[FILE-1] asks before the page is left with files that are not stored', async () => {
    const { user, address } = await open()
    await user.upload(browse(), aPick('usage.csv'))
    await user.click(screen.getByRole('tab', { name: 'Opportunity Details' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    expect(asked.getByText('The files that have not been uploaded yet will be lost.')).toBeVisible()
    await user.click(asked.getByRole('button', { name: 'Stay' }))
    expect(pendingNames()).toEqual(['usage.csv'])
    await user.click(uploadButton())
    await waitFor(() => expect(stored()).toEqual(['usage.csv']))
    await user.click(screen.getByRole('tab', { name: 'Opportunity Details' }))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/1/details'))
  })

  it('[FILE-1] aborts pending uploads when the user leaves all the same', async () => {
    const aborted = jest.spyOn(XMLHttpRequest.prototype, 'abort')
    const { user, address } = await open()
    server.use(http.post(anyFile, () => delay('infinite')))
    await user.upload(browse(), aPick('usage.csv'))
    await user.click(uploadButton())
    await screen.findByRole('progressbar')
    await user.click(screen.getByRole('tab', { name: 'Opportunity Details' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await user.click(asked.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/1/details'))
    await waitFor(() => expect(aborted).toHaveBeenCalledTimes(1))
  })
})

describe('the stored files', () => {
  it('[FILE-1, OPD-10] are plain links with size, tags, who brought them and when', async () => {
    await open(withFiles({ tags: ['Credit_Support', 'LOA'] }, { object_id: 'opportunity-2' }))
    expect(stored()).toEqual(['Usage 2027.pdf'])
    const link = screen.getByRole('link', { name: 'Usage 2027.pdf' })
    expect(link).toHaveAttribute('href', '/api/mpg/file/1/content/?expires=1&signature=s')
    expect(link).toHaveAttribute('download', 'Usage 2027.pdf')
    const row = within(screen.getByRole('region', { name: 'Stored files' }))
    expect(row.getByText('12.5 kB')).toBeVisible()
    expect(row.getByText('Credit Support')).toBeVisible()
    expect(row.getByText('LOA')).toBeVisible()
    expect(row.getByText(/broker ·/)).toHaveTextContent('broker · January 05, 2026 09:04 AM')
    expect(Object.fromEntries(new URL(requests('GET')[0]?.url ?? '').searchParams)).toMatchObject({
      limit: '9999999',
      object_id: 'opportunity-1',
    })
  })

  it('[FILE-3] are deleted after a question', async () => {
    const { user, world } = await open(withFiles({}, { filename: 'LOA.pdf' }))
    await user.click(screen.getByRole('button', { name: 'Delete LOA.pdf' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete File' }))
    await waitFor(() => expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    expect(asked.getByText('LOA.pdf')).toBeVisible()
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(stored()).toEqual(['Usage 2027.pdf']))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByText('Update')).toBeVisible()
    expect(screen.getByText('Delete successfully.')).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Files 1' })).toBeVisible()
    expect(world.tables.files.map(({ filename }) => filename)).toEqual(['Usage 2027.pdf'])
  })

  it('[FILE-3] stay where the server refuses to delete them', async () => {
    const { user } = await open(withFiles({}))
    server.use(http.delete('*/api/mpg/file/1/', () => refusal(503, 'The database does not answer.')))
    await user.click(screen.getByRole('button', { name: 'Delete Usage 2027.pdf' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete File' }))
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    expect(await asked.findByRole('alert')).toHaveTextContent('The database does not answer.')
    await waitFor(() => expect(document.querySelector('.toast')).toBeVisible())
    const toast = within(document.querySelector<HTMLElement>('.toast') ?? document.body)
    expect(toast.getByText('Error')).toBeVisible()
    expect(toast.getByText('Cannot delete this file.')).toBeVisible()
    expect(stored()).toEqual(['Usage 2027.pdf'])
  })

  it('[FILE-1] say what failed and offer to try again', async () => {
    const { user, navigate } = await renderPage('/mpg/tags', { world: withFiles({}) })
    let isDown = true
    server.use(http.get(anyFile, () => (isDown ? refusal(503, 'The database does not answer.') : undefined)))
    navigate('/mpg/opportunities/1/files')
    expect(await screen.findByText('The files could not be loaded.')).toBeVisible()
    expect(screen.queryByText('There are no file(s)')).not.toBeInTheDocument()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(stored()).toEqual(['Usage 2027.pdf']))
    expect(screen.queryByText('The files could not be loaded.')).not.toBeInTheDocument()
  })

  it('[FILE-1] get new links when the tab is looked at again', async () => {
    const world = withFiles({})
    await open(world)
    const [file] = world.tables.files
    if (!file) throw new Error('There is no file.')
    const href = () => screen.getByRole('link', { name: 'Usage 2027.pdf' }).getAttribute('href')
    file.file = '/api/mpg/file/1/content/?expires=2'
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(href()).toBe('/api/mpg/file/1/content/?expires=2'))
  })

  it('[FILE-1] never stand beside a pending file of another record', async () => {
    const world = withFiles({}, { object_id: '7', filename: 'of-a-bid.pdf' })
    const { store } = await startStore({ world })
    const panel = (objectId: string) => (
      <Provider store={store}>
        <FilesPanel objectId={objectId} />
      </Provider>
    )
    const { rerender } = render(panel('opportunity-1'))
    await waitFor(() => expect(stored()).toEqual(['Usage 2027.pdf']))
    await userEvent.upload(browse(), aPick('usage.csv'))
    expect(pendingNames()).toEqual(['usage.csv'])
    rerender(panel('7'))
    await waitFor(() => expect(stored()).toEqual(['of-a-bid.pdf']))
    expect(pendingNames()).toEqual([])
  })
})

it('answers of the upload that are not what they should be count as failed', async () => {
  const { user } = await open()
  server.use(http.post(anyFile, () => HttpResponse.json({ fine: true }, { status: 201 })))
  await user.upload(browse(), aPick('usage.csv'))
  await user.click(uploadButton())
  expect(await screen.findByText('Failed: The server sent an answer that could not be read.')).toBeVisible()
})
