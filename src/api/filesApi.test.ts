import { waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { refusal } from '../testing/handlers'
import { startStore } from '../testing/renderApp'
import { requestsTo, server } from '../testing/server'
import { createWorld } from '../testing/world'
import { tokensRotated } from '../store/session'
import { contentTypesApi } from './contentTypesApi'
import { filesApi, uploadFile, type Upload } from './filesApi'
import { tagsApi } from './tagsApi'

type Started = Awaited<ReturnType<typeof startStore>>['store']

const path = '/api/mpg/file/'
const uploads = () => requestsTo(path).filter(({ method }) => method === 'POST')
const formOf = async (request: Request | undefined) => (request ? request.formData() : new FormData())

const anUpload = (given: Partial<Upload> = {}): Upload => ({
  file: new File(['therms'], 'usage.pdf', { type: 'application/pdf' }),
  objectId: 'opportunity-1',
  tags: [],
  key: 'key-of-one-file',
  onProgress: () => undefined,
  ...given,
})
const upload = (store: Started, given: Partial<Upload> = {}) => {
  const sent = store.dispatch(uploadFile(anUpload(given)))
  const answered = sent.then((action) =>
    uploadFile.rejected.match(action)
      ? { error: action.payload ?? action.error }
      : { data: action.payload, error: undefined },
  )
  return Object.assign(answered, { abort: () => sent.abort() })
}

const toastsOf = (store: Started) =>
  store.getState().toasts.map(({ kind, title, text, detail }) => ({ kind, title, text, detail }))

describe('an upload', () => {
  it('[FILE-3] is one multipart POST with file, filename, object_id, content_type and tags', async () => {
    const { store } = await startStore()
    const shares: number[] = []
    const { data } = await upload(store, {
      tags: ['Credit_Support', 'LOA'],
      onProgress: (share) => shares.push(share),
    })
    const [sent] = uploads()
    expect(new URL(sent?.url ?? '').pathname).toBe(path)
    expect(sent?.headers.get('Content-Type')).toMatch(/^multipart\/form-data; boundary=/)
    expect(sent?.headers.get('Authorization')).toBe('Bearer first-access-1')
    expect(sent?.headers.get('Idempotency-Key')).toBe('key-of-one-file')
    const form = await formOf(sent)
    expect(Object.fromEntries([...form].filter(([name]) => !['file', 'tags'].includes(name)))).toEqual({
      filename: 'usage.pdf',
      object_id: 'opportunity-1',
      content_type: '42',
    })
    expect(form.getAll('tags')).toEqual(['Credit_Support', 'LOA'])
    const file = form.get('file') as File
    expect([file.name, file.type, await file.text()]).toEqual(['usage.pdf', 'application/pdf', 'therms'])
    expect(shares.at(-1)).toBe(1)
    expect(store.getState().entities.files?.[data?.ids[0] ?? 0]).toMatchObject({ filename: 'usage.pdf' })
  })

  it('[K8] sends a name in one line, without marks that turn it round', async () => {
    const { store } = await startStore()
    for (const [name, sent] of [
      ['two\r\nlines.txt', 'two lines.txt'],
      ['Invoice \u202Egnp.exe.pdf', 'Invoice gnp.exe.pdf'],
    ] as const) {
      await upload(store, { file: new File(['x'], name) })
      expect((await formOf(uploads().at(-1))).get('filename')).toBe(sent)
    }
  })

  it.each([
    ['quotes', `"quoted" and 'single'.pdf`],
    ['umlauts', 'Gasverträge Müßiggang.xlsx'],
    ['decomposed umlauts', 'Vertra\u0308ge.pdf'],
    ['an emoji', 'usage 🔥.csv'],
    ['percent signs', '100%25 baseload%00.txt'],
    ['a leading dot', '.env'],
    ['leading dots and slashes', '../../etc/passwd'],
    ['no extension at all', 'README'],
  ])('[FILE-2, FILE-3] keeps a name with %s', async (_what, name) => {
    const { store } = await startStore()
    const { data } = await upload(store, { file: new File(['x'], name) })
    expect((await formOf(uploads()[0])).get('filename')).toBe(name)
    expect(store.getState().entities.files?.[data?.ids[0] ?? 0]?.filename).toBe(name)
  })

  it('[TRUST-28] makes one file however often it is sent', async () => {
    const { store, world } = await startStore()
    server.use(http.post(`*${path}`, () => HttpResponse.error(), { once: true }))
    expect((await upload(store)).error).toMatchObject({ status: 0, code: 'network' })
    await upload(store)
    await upload(store)
    expect(world.tables.files).toHaveLength(1)
  })

  it('asks for the content types where they are not known yet', async () => {
    const { store } = await startStore()
    expect(store.getState().contentTypes.idByModel).toEqual({})
    await upload(store)
    await upload(store, { key: 'another' })
    expect(requestsTo('/content-types/')).toHaveLength(1)
    for (const sent of uploads()) expect((await formOf(sent)).get('content_type')).toBe('42')
  })

  it('fails where the content types cannot be had', async () => {
    const { store } = await startStore()
    server.use(http.get('*/api/mpg/content-types/', () => refusal(503, 'Later.')))
    expect((await upload(store)).error).toMatchObject({ status: 503, detail: 'Later.' })
    expect(uploads()).toHaveLength(0)
    expect(toastsOf(store)).toMatchObject([{ title: 'Error. Cannot Upload File', text: 'Later.' }])
  })

  it('says that a file is gone which can no longer be read', async () => {
    const { store } = await startStore()
    server.use(http.post(`*${path}`, () => HttpResponse.error()))
    jest.spyOn(File.prototype, 'slice').mockImplementation(() => {
      throw new DOMException('gone', 'NotReadableError')
    })
    expect((await upload(store)).error).toMatchObject({
      detail: 'The file cannot be read any more. It was changed, moved or deleted; choose it again.',
    })
  })

  it('is called off without a word', async () => {
    const { store } = await startStore()
    const aborted = jest.spyOn(XMLHttpRequest.prototype, 'abort')
    server.use(http.post(`*${path}`, () => new Promise<undefined>(() => undefined)))
    const sent = upload(store)
    await waitFor(() => expect(uploads()).toHaveLength(1))
    sent.abort()
    expect((await sent).error).toMatchObject({ name: 'AbortError' })
    expect(aborted).toHaveBeenCalledTimes(1)
    expect(toastsOf(store)).toEqual([])
  })

  it('[FILE-1] keeps nothing waiting that changes elsewhere meanwhile', async () => {
    const { store } = await startStore()
    await store.dispatch(tagsApi.list.initiate({ q: '', limit: 10, offset: 0, ordering: 'name' }))
    server.use(http.post(`*${path}`, () => new Promise<undefined>(() => undefined)))
    const sent = upload(store)
    await waitFor(() => expect(uploads()).toHaveLength(1))
    const lists = () => requestsTo('/api/mpg/tag/').filter(({ method }) => method === 'GET')
    expect(lists()).toHaveLength(1)
    await store.dispatch(tagsApi.change.initiate({ id: 1, body: { name: 'Mine' }, version: 1 }))
    await waitFor(() => expect(lists()).toHaveLength(2))
    sent.abort()
  })

  it('is not even begun when it has been called off before', async () => {
    const { store } = await startStore()
    await store.dispatch(contentTypesApi.endpoints.contentTypes.initiate(undefined))
    const sent = upload(store)
    sent.abort()
    await sent
    await upload(store)
    expect(uploads()).toHaveLength(1)
  })
})

describe('the session of an upload', () => {
  it('[AUTH-12, FILE-3] is renewed once after a 401, for three files together, and each is sent again', async () => {
    const { store, world } = await startStore()
    await store.dispatch(contentTypesApi.endpoints.contentTypes.initiate(undefined))
    world.access.clear()
    const answers = await Promise.all(['a', 'b', 'c'].map((key) => upload(store, { key })))
    expect(answers.filter(({ error }) => error)).toEqual([])
    expect(world.refreshes).toBe(1)
    expect(uploads()).toHaveLength(6)
    expect(world.tables.files).toHaveLength(3)
  })

  it('[AUTH-12] is renewed before the access token runs out', async () => {
    const { store, world } = await startStore()
    const { key, tokens } = store.getState().session
    if (!key || !tokens) throw new Error('No session')
    store.dispatch(tokensRotated({ key, tokens: { ...tokens, refreshAt: Date.now() - 1 } }))
    await upload(store)
    expect(world.refreshes).toBe(1)
    expect(uploads()).toHaveLength(1)
  })

  it('[AUTH-12] ends with a 403, without a toast', async () => {
    const { store } = await startStore()
    server.use(http.post(`*${path}`, () => refusal(403, 'No.')))
    await upload(store)
    expect(store.getState().session.tokens).toBeNull()
    expect(toastsOf(store)).toEqual([])
  })
})

describe('what a failed upload comes to', () => {
  it.each([
    [
      'the server’s detail',
      () => refusal(413, 'Your files take up all the room.'),
      'Your files take up all the room.',
    ],
    [
      'the status text',
      () => HttpResponse.text('<h1>oops', { status: 502, statusText: 'Bad Gateway' }),
      'Bad Gateway',
    ],
    [
      'words of this side',
      () => HttpResponse.error(),
      'The server cannot be reached. Check the connection and try again.',
    ],
    ['words of this side', () => HttpResponse.json({}), 'The server sent an answer that could not be read.'],
  ])('[FILE-3] a toast of its title, with %s as the cause', async (_what, answer, cause) => {
    const { store } = await startStore()
    server.use(http.post(`*${path}`, answer))
    expect((await upload(store)).error).toMatchObject({ detail: cause })
    expect(toastsOf(store)).toEqual([
      { kind: 'error', title: 'Error. Cannot Upload File', text: cause, detail: undefined },
    ])
  })
})

describe('the files of a record', () => {
  it('[FILE-3] are asked for whole, by its object_id', async () => {
    const { store } = await startStore({ world: createWorld() })
    await upload(store)
    await upload(store, { objectId: '7', key: 'of-a-bid' })
    const { data } = await store.dispatch(filesApi.endpoints.filesOf.initiate('opportunity-1'))
    const { pathname, searchParams } = new URL(requestsTo(path).at(-1)?.url ?? '')
    expect(pathname).toBe(path)
    expect(Object.fromEntries(searchParams)).toEqual({
      limit: '9999999',
      object_id: 'opportunity-1',
      expand: 'created_by',
    })
    expect(data).toMatchObject({ ids: [1], count: 1 })
  })
})
