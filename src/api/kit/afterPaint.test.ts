import { deferReadsUntilPaint, whenPainted } from './afterPaint'

/** Runs animation frames by hand. */
const holdFrames = () => {
  const callbacks: FrameRequestCallback[] = []
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => callbacks.push(callback))
  return () => callbacks.splice(0).forEach((callback) => callback(0))
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

it('lets reads go at once where no page is being drawn', () => {
  expect(whenPainted()).toBeUndefined()
})

it('lets them wait until the frame has been painted, and those after it go at once', async () => {
  const draw = holdFrames()
  deferReadsUntilPaint()
  let isPainted = false
  void whenPainted()?.then(() => (isPainted = true))
  draw()
  await Promise.resolve()
  expect(isPainted).toBe(false)
  await jest.advanceTimersByTimeAsync(0)
  expect(isPainted).toBe(true)
  expect(whenPainted()).toBeUndefined()
})

it('lets them go after half a second where no frame comes', async () => {
  holdFrames()
  deferReadsUntilPaint()
  await jest.advanceTimersByTimeAsync(499)
  expect(whenPainted()).toBeDefined()
  await jest.advanceTimersByTimeAsync(1)
  expect(whenPainted()).toBeUndefined()
})

it('does not wait for the picture of a page that is hidden', () => {
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  deferReadsUntilPaint()
  expect(whenPainted()).toBeUndefined()
})
