const complaints: string[] = []
let expected: RegExp | undefined

/** The duration of the store's development checks depends on the machine, not on the code. */
const slowMachine = /^\w+InvariantMiddleware took \d+ms/

/** A development warning of a dependency of the calendar's package. */
const packaged = /^Your app \(or one of its dependencies\) is using an outdated JSX transform/

/** For tests that provoke a warning: allows it in the console. */
export const expectComplaint = (about: RegExp) => {
  expected = about
}

/** Records the console's warnings and errors. */
export const listenToConsole = () => {
  complaints.length = 0
  expected = undefined
  for (const level of ['error', 'warn'] as const) {
    jest.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      const complaint = words.map(String).join(' ')
      if (![expected, slowMachine, packaged].some((known) => known?.test(complaint)))
        complaints.push(complaint)
    })
  }
}

/** Fails a test that has written warnings or errors to the console. */
export const assertQuietConsole = () => {
  jest.restoreAllMocks()
  expect(complaints).toEqual([])
}
