/** The resources started by `start.ts` for all test files. */
const shared = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: run the files through e2e/jest.config.ts`)
  return value
}

/** WebSocket endpoint of the browser. */
export const sharedBrowser = (): string => shared('E2E_BROWSER')

/** The product of this worker, which runs its test files in sequence; the first one without workers. */
export const sharedUrl = (): string => {
  const url = shared('E2E_URLS').split(' ')[Number(process.env['JEST_WORKER_ID'] ?? 1) - 1]
  if (url === undefined) throw new Error('There is no product for this worker.')
  return url
}
