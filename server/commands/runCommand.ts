/**
 * Runs a command of an operator: its error is reported in one line, with exit status 1.
 * @param usage shown for options that it does not know.
 */
export async function runCommand(usage: string, run: () => Promise<void>): Promise<void> {
  // What it writes is for its owner only, wherever that is.
  process.umask(0o077)
  try {
    await run()
  } catch (error) {
    const isUsage = error instanceof TypeError && 'code' in error
    process.stderr.write(`${isUsage ? usage : error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
