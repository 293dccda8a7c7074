/**
 * Runs reads of the embedded database on worker threads, so that a read of many rows blocks no other request
 * (TRUST-23): the driver itself returns only when it has every row.
 */
import { createRequire } from 'node:module'
import type { MessagePort, Worker } from 'node:worker_threads'
import { functionWorker } from '../../functionWorker'

/** Threads; each is started when it is first needed. */
const maxThreads = 2
/** Rows per message, so that receiving them is short as well. */
const rowsPerMessage = 2_000
/**
 * Messages in flight before a turn of the event loop has received them: all that have arrived are received in one
 * turn.
 */
const maxMessagesInFlight = 2
/** Rows are short-lived; a larger young generation only makes the process grow. */
const maxYoungGenerationSizeMb = 4

type Rows = Record<string, unknown>[]
type WorkerMessage = { rows: Rows; done: boolean } | { message: string; code: unknown }
interface ReadRequest {
  sql: string
  values: readonly unknown[]
}

/** The code of a thread. Only its text is sent there, so it uses nothing of the surrounding scope. */
function runWorker(require: NodeJS.Require): void {
  const { parentPort, workerData } = require('node:worker_threads') as {
    parentPort: MessagePort
    workerData: { driver: string; file: string; pragmas: string[]; rowsAtOnce: number; places: Int32Array }
  }
  const Database = require(workerData.driver) as new (file: string) => {
    exec: (sql: string) => void
    prepare: (sql: string) => { iterate: (...values: unknown[]) => Iterable<Record<string, unknown>> }
  }
  const handle = new Database(workerData.file)
  for (const pragma of workerData.pragmas) handle.exec(`pragma ${pragma}`)
  const { places } = workerData
  parentPort.on('message', ({ sql, values }: ReadRequest) => {
    const send = (message: WorkerMessage) => {
      while (Atomics.load(places, 0) === 0) Atomics.wait(places, 0, 0)
      Atomics.sub(places, 0, 1)
      parentPort.postMessage(message)
    }
    try {
      let rows: Record<string, unknown>[] = []
      for (const row of handle.prepare(sql).iterate(...values)) {
        rows.push(row)
        if (rows.length < workerData.rowsAtOnce) continue
        send({ rows, done: false })
        rows = []
      }
      send({ rows, done: true })
    } catch (error) {
      const { message, code } = error as { message: string; code?: unknown }
      send({ message, code })
    }
  })
}

interface Job extends ReadRequest {
  rows: Rows
  resolve: (rows: Rows) => void
  reject: (error: Error) => void
}

/** Threads that read one database file; each runs one statement at a time, the others are queued. */
export class Scanner {
  readonly #start: () => Worker
  readonly #idle: Worker[] = []
  readonly #busy = new Map<Worker, Job>()
  readonly #queued: Job[] = []

  /** @param pragmas of each handle on the file. */
  constructor(file: string, pragmas: readonly string[]) {
    this.#start = () => {
      const driver = createRequire(import.meta.url).resolve('libsql')
      const places = new Int32Array(new SharedArrayBuffer(4)).fill(maxMessagesInFlight)
      const workerData = { driver, file, pragmas, rowsAtOnce: rowsPerMessage, places }
      const worker = functionWorker(runWorker, {
        workerData,
        resourceLimits: { maxYoungGenerationSizeMb },
      })
      worker.on('message', (message: WorkerMessage) => {
        this.#receive(worker, message)
        // In the next turn, or the next message would be received in this one.
        setImmediate(() => {
          Atomics.add(places, 0, 1)
          Atomics.notify(places, 0)
        })
      })
      worker.on('error', (error) => {
        this.#workerFailed(worker, error)
      })
      worker.on('exit', () => {
        this.#workerFailed(worker, new Error('A thread that reads the database has ended.'))
      })
      // An idle thread keeps no process alive.
      worker.unref()
      return worker
    }
  }

  /** The rows of a read-only statement, as of the last commit before it. */
  read(sql: string, values: readonly unknown[]): Promise<Rows> {
    return new Promise((resolve, reject) => {
      this.#queued.push({ sql, values, rows: [], resolve, reject })
      this.#startQueued()
    })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle, ...this.#busy.keys()].map((worker) => worker.terminate()))
  }

  #startQueued(): void {
    while (this.#queued.length > 0) {
      const worker = this.#idle.pop() ?? (this.#busy.size < maxThreads ? this.#start() : undefined)
      const job = worker && this.#queued.shift()
      if (!job) return
      worker.ref()
      this.#busy.set(worker, job)
      worker.postMessage({ sql: job.sql, values: job.values } satisfies ReadRequest)
    }
  }

  #receive(worker: Worker, message: WorkerMessage): void {
    const job = this.#busy.get(worker)
    if (!job) return
    if ('rows' in message) {
      for (const row of message.rows) job.rows.push(row)
      if (!message.done) return
      job.resolve(job.rows)
    } else job.reject(Object.assign(new Error(message.message), { code: message.code }))
    this.#busy.delete(worker)
    worker.unref()
    this.#idle.push(worker)
    this.#startQueued()
  }

  #workerFailed(worker: Worker, error: Error): void {
    this.#busy.get(worker)?.reject(error)
    this.#busy.delete(worker)
    const index = this.#idle.indexOf(worker)
    if (index >= 0) this.#idle.splice(index, 1)
    this.#startQueued()
  }
}
