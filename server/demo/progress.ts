/** The output of the progress: a terminal, or a file or pipe. */
interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

/** Shows the progress of a fill: in a terminal on one changing line, elsewhere with a line for each finished part. */
export const showProgress =
  (output: Output) =>
  (part: string, done: number, total: number): void => {
    const text = `${part}: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
    if (output.isTTY) output.write(`\r\u001b[K${text}${done === total ? '\n' : ''}`)
    else if (done === total) output.write(`${text}\n`)
  }
