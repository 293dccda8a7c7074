/** What `start.ts` has begun for all test files. */
const shared = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: run the files through e2e/jest.config.ts`)
  return value
}

/** Where the browser listens. */
export const sharedBrowser = (): string => shared('E2E_BROWSER')

/** The product of this worker, which runs its test files one after the other; the first where there are no workers. */
export const sharedUrl = (): string => {
  const url = shared('E2E_URLS').split(' ')[Number(process.env['JEST_WORKER_ID'] ?? 1) - 1]
  if (url === undefined) throw new Error('There is no product for this worker.')
  return url
}
