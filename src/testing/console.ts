const complaints: string[] = []
let expected: RegExp | undefined

/** How long the store's own checks took says something of the machine, nothing of the code. */
const slowMachine = /^\w+InvariantMiddleware took \d+ms/

/** How a package was compiled that the calendar's needs; production does not say it. */
const packaged = /^Your app \(or one of its dependencies\) is using an outdated JSX transform/

/** For tests that provoke a complaint: what the console may say without failing the test. */
export const expectComplaint = (about: RegExp) => {
  expected = about
}

/** Listens to everything that the code complains about. */
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

/** A test during which the console complained has failed. */
export const assertQuietConsole = () => {
  jest.restoreAllMocks()
  expect(complaints).toEqual([])
}
