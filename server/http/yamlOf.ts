import { createRequire } from 'node:module'
import type { stringify } from 'yaml'
import { functionWorker } from '../db/functionWorker'

/** The code of the thread. Only its text is sent there, so it uses nothing of the surrounding scope. */
function convert(load: NodeJS.Require): void {
  const { parentPort, workerData } = load('node:worker_threads') as {
    parentPort: { postMessage: (yaml: string) => void }
    workerData: { library: string; json: string }
  }
  const library = load(workerData.library) as { stringify: typeof stringify }
  parentPort.postMessage(library.stringify(JSON.parse(workerData.json)))
}

/**
 * Converts JSON to YAML on a thread of its own: converting the API document takes 400 ms, in which the event loop would
 * serve no other request (TRUST-23).
 */
export function yamlOf(json: string): Promise<string> {
  const library = createRequire(import.meta.url).resolve('yaml')
  const worker = functionWorker(convert, { workerData: { library, json } })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
