/**
 * Captures the log of servers. Call it before the server is built: a logger decides at its creation whether it writes
 * to the stream, which can be captured, or past it.
 */
export function captureLog(): { lines: string[]; stop: () => void } {
  const lines: string[] = []
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line))
    return true
  })
  return { lines, stop: () => write.mockRestore() }
}
