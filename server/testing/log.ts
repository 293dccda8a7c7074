/**
 * Hears what servers log. To be called before the server is built: a logger decides when it is made whether it writes
 * to the stream, which can be heard, or past it.
 */
export function hearLog(): { lines: string[]; stop: () => void } {
  const lines: string[] = []
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line))
    return true
  })
  return { lines, stop: () => write.mockRestore() }
}
