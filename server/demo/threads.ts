/** Makes the rows of a fill, and packs them, on threads of their own, while the main one inserts what is there. */
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { Packed } from '../db/packs'
import { packRows, type MakeRows, type Making } from './fill'

const threads = 2
/** Of what is asked for before it is needed, so that no thread waits for the next. */
const ahead = 2 * threads
/** Rows live until they are packed; with little room, collecting them takes longer than making them. */
const maxYoungGenerationSizeMb = 64

/** @param file what each thread runs; it calls serveRows. */
export const makeOnThreads = (file: URL): MakeRows =>
  async function* (making) {
    const started = Array.from({ length: threads }, () => startThread(file, making))
    const total = making.transactions.length
    const coming: Promise<Packed>[] = []
    const ask = (transaction: number) => {
      const packed = transaction < total ? started[transaction % threads]?.make(transaction) : undefined
      if (!packed) return
      // Whoever waits for it is told; the others end with the fill.
      packed.catch(() => undefined)
      coming.push(packed)
    }
    try {
      for (let next = 0; next < ahead; next++) ask(next)
      for (let next = 0; next < total; next++) {
        const packed = await coming.shift()
        ask(next + ahead)
        if (packed) yield packed
      }
    } finally {
      await Promise.all(started.map(({ stop }) => stop()))
    }
  }

function startThread(file: URL, making: Making) {
  const worker = new Worker(file, { workerData: making, resourceLimits: { maxYoungGenerationSizeMb } })
  const waiting: { resolve: (packed: Packed) => void; reject: (error: unknown) => void }[] = []
  worker.on('message', (packed: Packed) => waiting.shift()?.resolve(packed))
  worker.on('error', (error) => {
    for (const { reject } of waiting) reject(error)
  })
  return {
    make: (transaction: number): Promise<Packed> =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        worker.postMessage(transaction)
      }),
    stop: () => worker.terminate(),
  }
}

/** What a thread does: it answers the index of a transaction with its rows. */
export function serveRows(): void {
  const making = workerData as Making
  parentPort?.on('message', (transaction: number) => {
    parentPort?.postMessage(packRows(making, transaction))
  })
}
