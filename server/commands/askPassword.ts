import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { StartError } from '../config'

/** The source of a password: a terminal, or a pipe. */
type Input = NodeJS.ReadableStream & { isTTY?: boolean }

/**
 * Reads a new password: from a terminal twice, without echo; otherwise the first line of the input.
 * @throws StartError when there is none, or the two differ.
 */
export async function askPassword(
  input: Input = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<string> {
  const isTerminal = input.isTTY ?? false
  // One reader for both lines, which may have been typed ahead. Ctrl+C, Ctrl+D and the end of a file close it.
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

/** Discards the echo of the line editor. */
const nowhere = () =>
  new Writable({
    write: (_text, _encoding, done) => {
      done()
    },
  })
