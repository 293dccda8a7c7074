/** Makes the rows of a fill, as chunks, on worker threads, while the main thread inserts. */
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { RowChunk } from '../db/rowChunks'
import { chunkRows, type MakeRows, type Making } from './fill'

const threads = 2
/** Transactions requested in advance, so that no thread idles. */
const ahead = 2 * threads
/** Rows live until they are in a chunk; with less memory, collecting them takes longer than making them. */
const maxYoungGenerationSizeMb = 64

/** @param file the script of each thread; it calls serveRows. */
export const makeOnThreads = (file: URL): MakeRows =>
  async function* (making) {
    const started = Array.from({ length: threads }, () => startThread(file, making))
    const total = making.transactions.length
    const coming: Promise<RowChunk>[] = []
    const ask = (transaction: number) => {
      const chunk = transaction < total ? started[transaction % threads]?.make(transaction) : undefined
      if (!chunk) return
      // The awaiting code gets the error; unawaited ones end with the fill.
      chunk.catch(() => undefined)
      coming.push(chunk)
    }
    try {
      for (let next = 0; next < ahead; next++) ask(next)
      for (let next = 0; next < total; next++) {
        const chunk = await coming.shift()
        ask(next + ahead)
        if (chunk) yield chunk
      }
    } finally {
      await Promise.all(started.map(({ stop }) => stop()))
    }
  }

function startThread(file: URL, making: Making) {
  const worker = new Worker(file, { workerData: making, resourceLimits: { maxYoungGenerationSizeMb } })
  const waiting: { resolve: (chunk: RowChunk) => void; reject: (error: unknown) => void }[] = []
  worker.on('message', (chunk: RowChunk) => waiting.shift()?.resolve(chunk))
  worker.on('error', (error) => {
    for (const { reject } of waiting) reject(error)
  })
  return {
    make: (transaction: number): Promise<RowChunk> =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        worker.postMessage(transaction)
      }),
    stop: () => worker.terminate(),
  }
}

/** Runs in a thread: answers the index of a transaction with its rows. */
export function serveRows(): void {
  const making = workerData as Making
  parentPort?.on('message', (transaction: number) => {
    parentPort?.postMessage(chunkRows(making, transaction))
  })
}
