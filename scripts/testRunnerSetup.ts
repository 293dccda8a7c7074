import { addEventHandler, getState } from 'jest-circus'

// The runner only closes the channel at its end: what a failed test has left open must not keep this process alive.
process.once('disconnect', () => process.exit())

/** How long a test or a hook may take that does not say it itself; only how long a failure takes to show. */
const usualLimit = 120_000
// Not those that a test stops.
const { setTimeout, clearTimeout } = globalThis

const limited = (run: () => unknown, limit: number) => async (): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`It was not done after ${limit / 1_000} s.`))
    }, limit)
  })
  try {
    await Promise.race([run(), late])
  } finally {
    clearTimeout(timer)
  }
}

// Hooks of setup files belong to each test file, as with jest's own runner; this one forgets them.
const setup = getState().rootDescribeBlock
const begun = new WeakSet([setup])
addEventHandler((_event, { rootDescribeBlock: file }) => {
  if (begun.has(file)) return
  begun.add(file)
  file.hooks.unshift(...setup.hooks)
})

// The runner itself waits for ever.
addEventHandler(({ name }, { currentDescribeBlock: { children, hooks } }) => {
  const added = name === 'add_test' ? children.at(-1) : name === 'add_hook' ? hooks.at(-1) : undefined
  if (added && 'fn' in added && added.fn)
    added.fn = limited(added.fn as () => unknown, added.timeout ?? usualLimit)
})

// Programs that tests start are compiled already.
process.env['NODE_OPTIONS'] = process.env['NODE_OPTIONS']?.replace(/\s*--import tsx/, '')
