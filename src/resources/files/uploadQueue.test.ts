import { createUploadQueue, type PendingFile, type Sending } from './uploadQueue'

interface Sent {
  file: PendingFile
  objectId: string
  progress: (share: number) => void
  succeed: (fileId: number) => Promise<void>
  fail: (why: string) => Promise<void>
}

/** Flushes all pending promises. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve))

const start = (...names: string[]) => {
  const sent: Sent[] = []
  const settled = jest.fn()
  const queue = createUploadQueue({
    send: (file, objectId, progress): Sending => {
      let resolve: (fileId: number) => void
      let reject: (why: Error) => void
      const done = new Promise<number>((...ends) => ([resolve, reject] = ends))
      sent.push({
        file,
        objectId,
        progress,
        succeed: (fileId) => (resolve(fileId), settle()),
        fail: (why) => (reject(new Error(why)), settle()),
      })
      return { done, abort: () => reject(new Error('aborted')) }
    },
    reasonOf: (cause) => (cause as Error).message,
    settled,
  })
  queue.add(names.map((name) => new File(['x'], name)))
  const steps = () => queue.state().files.map(({ file, progress }) => [file.name, progress.step])
  const idOf = (name: string) => queue.state().files.find(({ file }) => file.name === name)?.id ?? ''
  return { queue, sent, settled, steps, idOf }
}

describe('the upload queue', () => {
  it('sends three at a time, in their order, to the record that is named', async () => {
    const { queue, sent, settled, steps } = start('a', 'b', 'c', 'd')
    const run = queue.upload('opportunity-7')
    expect(sent.map(({ file, objectId }) => [file.file.name, objectId])).toEqual([
      ['a', 'opportunity-7'],
      ['b', 'opportunity-7'],
      ['c', 'opportunity-7'],
    ])
    await sent[1]?.succeed(1)
    expect(sent[3]?.file.file.name).toBe('d')
    for (const index of [0, 2, 3]) await sent[index]?.succeed(index + 2)
    expect(await run).toBe(0)
    expect(settled).toHaveBeenCalledTimes(1)
    expect(steps().map(([, step]) => step)).toEqual(Array(4).fill('uploaded'))
    queue.forget([1, 2])
    expect(steps()).toEqual([
      ['c', 'uploaded'],
      ['d', 'uploaded'],
    ])
  })

  it('tells how many are left, and sends only those the next time, under the same keys', async () => {
    const { queue, sent, steps } = start('a', 'b')
    const first = queue.upload('1')
    await sent[0]?.succeed(1)
    await sent[1]?.fail('No room.')
    expect(await first).toBe(1)
    expect(queue.state().files[1]?.progress).toEqual({ step: 'failed', reason: 'No room.' })
    const second = queue.upload('1')
    expect(sent).toHaveLength(3)
    expect(sent[2]?.file.key).toBe(sent[1]?.file.key)
    expect(steps()).toEqual([
      ['a', 'uploaded'],
      ['b', 'uploading'],
    ])
    await sent[2]?.succeed(2)
    expect(await second).toBe(0)
  })

  it('runs once at a time, however often it is asked', async () => {
    const { queue, sent } = start('a')
    const first = queue.upload('1')
    expect(queue.upload('1')).toBe(first)
    await sent[0]?.succeed(1)
    await first
    expect(sent).toHaveLength(1)
  })

  it('leaves out what was taken off the list, and what was added, while it runs', async () => {
    const { queue, sent, idOf, steps } = start('a', 'b', 'c', 'd')
    const run = queue.upload('1')
    queue.remove(idOf('d'))
    queue.add([new File(['x'], 'late')])
    queue.remove(idOf('a'))
    for (const index of [1, 2]) await sent[index]?.succeed(index)
    expect(await run).toBe(1)
    expect(sent).toHaveLength(3)
    expect(steps()).toEqual([
      ['b', 'uploaded'],
      ['c', 'uploaded'],
      ['late', 'waiting'],
    ])
  })

  it('sends nothing more once it has been stopped, until it is asked to', async () => {
    const { queue, sent, steps } = start('a', 'b', 'c', 'd', 'e')
    const run = queue.upload('opportunity-7')
    queue.stop()
    expect(await run).toBe(5)
    expect(sent.map(({ file }) => file.file.name)).toEqual(['a', 'b', 'c'])
    expect(steps().map(([, step]) => step)).toEqual([
      ...Array<string>(3).fill('cancelled'),
      'waiting',
      'waiting',
    ])
    void queue.upload('opportunity-7')
    expect(sent).toHaveLength(6)
  })

  it('tells what was cancelled from what failed, whatever the network says later', async () => {
    const { queue, sent, idOf, steps } = start('a', 'b')
    const run = queue.upload('1')
    queue.cancel(idOf('a'))
    sent[0]?.progress(0.9)
    await sent[1]?.fail('No room.')
    await run
    expect(steps()).toEqual([
      ['a', 'cancelled'],
      ['b', 'failed'],
    ])
  })

  it('sends a file with other tags under another key', () => {
    const { queue, idOf } = start('a')
    const before = queue.state().files[0]?.key
    queue.setTags(idOf('a'), ['LOA'])
    expect(queue.state().files[0]).toMatchObject({ tags: ['LOA'] })
    expect(queue.state().files[0]?.key).not.toBe(before)
  })
})
