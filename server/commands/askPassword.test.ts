import { PassThrough } from 'node:stream'
import { askPassword } from './askPassword'

/** A terminal, and its output. */
function terminal() {
  const shown: string[] = []
  const raw: boolean[] = []
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (on: boolean) => raw.push(on),
  })
  const output = new PassThrough()
  output.on('data', (chunk: Buffer) => shown.push(chunk.toString()))
  return { input, output, shown: () => shown.join(''), raw }
}
/** Answers each question once it is shown. */
const answer = ({ input, output }: ReturnType<typeof terminal>, ...answers: string[]) =>
  output.on('data', (chunk: Buffer) => {
    if (chunk.toString().endsWith(': ')) setImmediate(() => input.write(answers.shift() ?? ''))
  })

describe('[TRUST-8] a password that is asked for', () => {
  test('is typed twice and never shown', async () => {
    const screen = terminal()
    answer(screen, 'seven small lanternz\u007fs\r', 'seven small lanterns\r')
    expect(await askPassword(screen.input, screen.output)).toBe('seven small lanterns')
    expect(screen.shown()).toBe('Password: \nOnce more: \n')
    // Otherwise the terminal itself would show the password.
    expect(screen.raw).toEqual([true, false])
  })

  test('may be typed before the questions stand there', async () => {
    const screen = terminal()
    answer(screen, 'seven small lanterns\rseven small lanterns\r')
    expect(await askPassword(screen.input, screen.output)).toBe('seven small lanterns')
  })

  test('is refused when the two differ', async () => {
    const screen = terminal()
    answer(screen, 'seven small lanterns\r', 'seven small lantern\r')
    await expect(askPassword(screen.input, screen.output)).rejects.toThrow('The two passwords differ.')
  })

  test.each(['\u0003', '\u0004'])('is not asked for again after %j', async (key) => {
    const screen = terminal()
    answer(screen, key)
    await expect(askPassword(screen.input, screen.output)).rejects.toThrow('No password was given.')
    expect(screen.raw.at(-1)).toBe(false)
  })

  test('is the first line of what a script pipes in', async () => {
    const input = new PassThrough()
    input.end(' seven small lanterns \nmore')
    const output = new PassThrough()
    expect(await askPassword(input, output)).toBe(' seven small lanterns ')
    expect(output.read()).toBeNull()
  })
})
