/** What progress is shown on: a terminal, or a file or pipe. */
interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

/** Shows how far a fill is: in a terminal on one line that changes, elsewhere a line for each part that is done. */
export const showProgress =
  (output: Output) =>
  (part: string, done: number, total: number): void => {
    const text = `${part}: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
    if (output.isTTY) output.write(`\r\u001b[K${text}${done === total ? '\n' : ''}`)
    else if (done === total) output.write(`${text}\n`)
  }
