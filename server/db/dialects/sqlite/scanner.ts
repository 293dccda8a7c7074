/**
 * Runs reads of the embedded database on worker threads, so that a read of many rows blocks no other request
 * (TRUST-23): the driver itself returns only when it has every row.
 */
import { createRequire } from 'node:module'
import { Worker, type MessagePort } from 'node:worker_threads'

/** Threads; each is started when it is first needed. */
const threads = 2
/** Rows per message, so that receiving them is short as well. */
const rowsAtOnce = 2_000
/**
 * Messages in flight before a turn of the event loop has received them: all that have arrived are received in one turn.
 */
const ahead = 2
/** Rows are short-lived; a larger young generation only makes the process grow. */
const maxYoungGenerationSizeMb = 4

type Rows = Record<string, unknown>[]
type Told = { rows: Rows; done: boolean } | { message: string; code: unknown }
interface Ask {
  sql: string
  values: readonly unknown[]
}

/** The code of a thread. Only its text is sent there, so it uses nothing of the surrounding scope. */
function serve(load: NodeJS.Require): void {
  const { parentPort, workerData } = load('node:worker_threads') as {
    parentPort: MessagePort
    workerData: { driver: string; file: string; pragmas: string[]; rowsAtOnce: number; places: Int32Array }
  }
  const Database = load(workerData.driver) as new (file: string) => {
    exec: (sql: string) => void
    prepare: (sql: string) => { iterate: (...values: unknown[]) => Iterable<Record<string, unknown>> }
  }
  const handle = new Database(workerData.file)
  for (const pragma of workerData.pragmas) handle.exec(`pragma ${pragma}`)
  const { places } = workerData
  parentPort.on('message', ({ sql, values }: Ask) => {
    const tell = (told: Told) => {
      while (Atomics.load(places, 0) === 0) Atomics.wait(places, 0, 0)
      Atomics.sub(places, 0, 1)
      parentPort.postMessage(told)
    }
    try {
      let rows: Record<string, unknown>[] = []
      for (const row of handle.prepare(sql).iterate(...values)) {
        rows.push(row)
        if (rows.length < workerData.rowsAtOnce) continue
        tell({ rows, done: false })
        rows = []
      }
      tell({ rows, done: true })
    } catch (error) {
      const { message, code } = error as { message: string; code?: unknown }
      tell({ message, code })
    }
  })
}

interface Job extends Ask {
  rows: Rows
  resolve: (rows: Rows) => void
  reject: (error: Error) => void
}

/** Threads that read one database file; each runs one statement at a time, the others are queued. */
export class Scanner {
  readonly #start: () => Worker
  readonly #idle: Worker[] = []
  readonly #busy = new Map<Worker, Job>()
  readonly #waiting: Job[] = []

  /** @param pragmas of each handle on the file. */
  constructor(file: string, pragmas: readonly string[]) {
    this.#start = () => {
      const driver = createRequire(import.meta.url).resolve('libsql')
      const places = new Int32Array(new SharedArrayBuffer(4)).fill(ahead)
      const workerData = { driver, file, pragmas, rowsAtOnce, places }
      const worker = new Worker(`(${serve.toString()})(require)`, {
        eval: true,
        workerData,
        resourceLimits: { maxYoungGenerationSizeMb },
      })
      worker.on('message', (told: Told) => {
        this.#hear(worker, told)
        // In the next turn, or the next message would be received in this one.
        setImmediate(() => {
          Atomics.add(places, 0, 1)
          Atomics.notify(places, 0)
        })
      })
      worker.on('error', (error) => {
        this.#lose(worker, error)
      })
      worker.on('exit', () => {
        this.#lose(worker, new Error('A thread that reads the database has ended.'))
      })
      // An idle thread keeps no process alive.
      worker.unref()
      return worker
    }
  }

  /** The rows of a read-only statement, as of the last commit before it. */
  read(sql: string, values: readonly unknown[]): Promise<Rows> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ sql, values, rows: [], resolve, reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle, ...this.#busy.keys()].map((worker) => worker.terminate()))
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#idle.pop() ?? (this.#busy.size < threads ? this.#start() : undefined)
      const job = worker && this.#waiting.shift()
      if (!job) return
      worker.ref()
      this.#busy.set(worker, job)
      worker.postMessage({ sql: job.sql, values: job.values } satisfies Ask)
    }
  }

  #hear(worker: Worker, told: Told): void {
    const job = this.#busy.get(worker)
    if (!job) return
    if ('rows' in told) {
      for (const row of told.rows) job.rows.push(row)
      if (!told.done) return
      job.resolve(job.rows)
    } else job.reject(Object.assign(new Error(told.message), { code: told.code }))
    this.#busy.delete(worker)
    worker.unref()
    this.#idle.push(worker)
    this.#next()
  }

  #lose(worker: Worker, error: Error): void {
    this.#busy.get(worker)?.reject(error)
    this.#busy.delete(worker)
    const place = this.#idle.indexOf(worker)
    if (place >= 0) this.#idle.splice(place, 1)
    this.#next()
  }
}
