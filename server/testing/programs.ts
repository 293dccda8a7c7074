import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, renameSync } from 'node:fs'
import path from 'node:path'
import { buildSync } from 'esbuild'
import { forNode, root } from '../../scripts/bundle.mjs'
import { programsDir } from './databases'

/** Milliseconds after which a program that should have ended is killed, so that its test fails instead of hanging. */
const patience = 110_000

/** How a program is run. */
export interface ProgramOptions {
  args?: string[]
  env?: Record<string, string>
  /** Its standard input. */
  input?: string
  /** Its umask, in octal. */
  umask?: string
}

/** The output of a program that has ended. */
export interface ProgramResult {
  status: number | null
  output: string
  complaint: string
}

/**
 * A program of the server as scripts/run.mjs compiles it, but once in a test run, since that takes a fifth of a start;
 * without the map, which takes another one to read.
 */
export function compiled(file: string): string {
  const output = path.join(programsDir(), `${path.basename(file, '.ts')}.mjs`)
  if (existsSync(output)) return output
  const fresh = `${output}.${randomUUID()}`
  buildSync({
    ...forNode,
    outExtension: {},
    sourcemap: false,
    entryPoints: [path.join(root, file)],
    outfile: fresh,
  })
  renameSync(fresh, output)
  return output
}

/** Starts a program of the server from its source with only these variables. */
export function startProgram(
  file: string,
  { args = [], env = {}, input = '', umask = '022' }: ProgramOptions = {},
): { child: ChildProcessWithoutNullStreams; ended: Promise<ProgramResult> } {
  const child = spawn(
    '/bin/sh',
    ['-c', `umask ${umask}; exec "$@"`, 'sh', process.execPath, compiled(file), ...args],
    { cwd: root, env: { PATH: process.env['PATH'], ...env }, timeout: patience, killSignal: 'SIGKILL' },
  )
  const said = { output: '', complaint: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.complaint += chunk.toString()))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const ended = once(child, 'close').then(([status]) => ({
    status: status as number | null,
    output: said.output.trim(),
    complaint: said.complaint.trim(),
  }))
  return { child, ended }
}

/** Runs a program of the server to its end. */
export const runProgram = (file: string, options?: ProgramOptions): Promise<ProgramResult> =>
  startProgram(file, options).ended

/** A server in a process of its own. */
export interface ServerProcess {
  url: string
  /** Ends it as an operator would. */
  stop: () => Promise<ProgramResult>
  /** Ends it as a power cut would. */
  kill: () => Promise<ProgramResult>
}

/**
 * Starts the server in a process of its own and waits until it listens.
 * @throws Error with its output when it ends instead.
 */
export async function serve({ env, ...options }: ProgramOptions = {}): Promise<ServerProcess> {
  const { child, ended } = startProgram('server/main.ts', {
    ...options,
    env: { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', DEMO: '0', ...env },
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [, address] = /ready at (\S+)/.exec(said) ?? []
      if (address !== undefined) resolve(address)
    })
    void ended.then(({ status, complaint }) => {
      reject(new Error(`The server ended with ${status ?? 'a signal'}: ${complaint}`))
    })
  })
  return {
    url,
    stop: () => {
      child.kill('SIGINT')
      return ended
    },
    kill: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}
