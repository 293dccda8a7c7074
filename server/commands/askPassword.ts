import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { StartError } from '../config'

/** What a password is read from: a terminal, or what a script pipes in. */
type Input = NodeJS.ReadableStream & { isTTY?: boolean }

/**
 * Asks for a new password: twice in a terminal, which does not show it; else it is the first line that comes in.
 * @throws StartError when none comes, or the two differ.
 */
export async function askPassword(
  input: Input = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<string> {
  const isTerminal = input.isTTY ?? false
  // One reader for both lines, which may have been typed ahead. Ctrl+C and Ctrl+D close it, as the end of a file does.
  const reader = createInterface({ input, output: nowhere(), terminal: isTerminal, historySize: 0 })
  const lines = reader[Symbol.asyncIterator]()
  reader.once('SIGINT', () => {
    reader.close()
  })
  const ask = async (question: string): Promise<string> => {
    if (isTerminal) output.write(question)
    const line = await lines.next()
    if (isTerminal) output.write('\n')
    if (line.done) throw new StartError('No password was given.')
    return line.value
  }
  try {
    const first = await ask('Password: ')
    if (isTerminal && (await ask('Once more: ')) !== first) throw new StartError('The two passwords differ.')
    return first
  } finally {
    reader.close()
  }
}

/** Where the editor of lines shows what is typed. */
const nowhere = () =>
  new Writable({
    write: (_text, _encoding, done) => {
      done()
    },
  })
