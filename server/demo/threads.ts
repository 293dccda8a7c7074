/** Makes the rows of a fill on threads of their own, while the main one inserts what is there. */
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { batchesOf, rowsOf, type Fill, type TableRows } from './batches'
import type { MakeRows } from './fill'

const threads = 2
/** Batches that are asked for before they are needed, so that no thread waits for the next. */
const ahead = 3 * threads
/** Rows live until they are handed over; with little room, collecting them takes longer than making them. */
const maxYoungGenerationSizeMb = 64

/** @param file what each thread runs; it calls serveRows. */
export const makeOnThreads = (file: URL): MakeRows =>
  async function* (fill, from) {
    const started = Array.from({ length: threads }, () => startThread(file, fill))
    const total = batchesOf(fill.opportunities).length
    const coming: Promise<TableRows[]>[] = []
    const ask = (batch: number) => {
      const rows = batch < total ? started[batch % threads]?.make(batch) : undefined
      if (!rows) return
      // Whoever waits for it is told; the others end with the fill.
      rows.catch(() => undefined)
      coming.push(rows)
    }
    try {
      for (let batch = from; batch < from + ahead; batch++) ask(batch)
      for (let batch = from; batch < total; batch++) {
        const rows = await coming.shift()
        ask(batch + ahead)
        if (rows) yield rows
      }
    } finally {
      await Promise.all(started.map(({ stop }) => stop()))
    }
  }

function startThread(file: URL, fill: Fill) {
  const worker = new Worker(file, { workerData: fill, resourceLimits: { maxYoungGenerationSizeMb } })
  const waiting: { resolve: (rows: TableRows[]) => void; reject: (error: unknown) => void }[] = []
  worker.on('message', (rows: TableRows[]) => waiting.shift()?.resolve(rows))
  worker.on('error', (error) => {
    for (const { reject } of waiting) reject(error)
  })
  return {
    make: (batch: number): Promise<TableRows[]> =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        worker.postMessage(batch)
      }),
    stop: () => worker.terminate(),
  }
}

/** What a thread does: it answers the index of a batch with its rows. */
export function serveRows(): void {
  const fill = workerData as Fill
  const batches = batchesOf(fill.opportunities)
  parentPort?.on('message', (index: number) => {
    const batch = batches[index]
    parentPort?.postMessage(batch ? rowsOf(fill, batch) : [])
  })
}
