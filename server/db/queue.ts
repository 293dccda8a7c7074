/** Lets one at a time through, in the order in which they came. */
export function createQueue() {
  let last: Promise<void> = Promise.resolve()
  return {
    /** Waits for its turn; the function that it gives ends the turn. */
    async enter(): Promise<() => void> {
      const before = last
      let leave: () => void = () => undefined
      last = new Promise((resolve) => {
        leave = resolve
      })
      await before
      return leave
    },
  }
}

export type Queue = ReturnType<typeof createQueue>
