import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread that runs a function. Only the function's text is sent there, so it uses nothing of the surrounding
 * scope; it is given `require`. A thread of its own file would need another entry of the bundle.
 */
export const functionWorker = (run: (load: NodeJS.Require) => void, options: Omit<WorkerOptions, 'eval'>) =>
  // A compiler that keeps the names of functions calls a helper for each.
  new Worker(`const __name = (named) => named;(${run.toString()})(require)`, { ...options, eval: true })
