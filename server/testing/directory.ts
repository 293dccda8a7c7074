import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { directoryCompletePath, directoryLoginPath } from '../../src/contract/session'
import type { Answer, TestApi } from './api'
import type { DirectoryOrder } from './directoryServer'
import { compiled } from './programs'

/** A directory in a process of its own. */
export interface TestDirectory {
  issuer: string
  /** Sets the person who signs in, or its clock. */
  configure(order: DirectoryOrder): Promise<void>
  /** Makes it unavailable, and available again. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Starts a directory with these redirect addresses; any port of this machine is allowed. */
export async function startDirectory(redirectUrls = ['http://127.0.0.1/login']): Promise<TestDirectory> {
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    [compiled('server/testing/directoryServer.ts')],
    {
      cwd: path.resolve(__dirname, '../..'),
      env: { PATH: process.env['PATH'], REDIRECT_URIS: redirectUrls.join(' ') },
    },
  )
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const said = async (): Promise<string> => {
    const { value } = (await lines.next()) as { value: string | undefined }
    if (value === undefined) throw new Error(`The directory has ended: ${complaint}`)
    return value
  }
  const issuer = /ready at (\S+)/.exec(await said())?.[1] ?? ''
  return {
    issuer,
    configure: async (order) => {
      child.stdin.write(`${JSON.stringify(order)}\n`)
      await said()
    },
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    stop: async () => {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Cookies of one browser, from all hosts. */
type Jar = Map<string, string>

const cookiesIn = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

function keepCookies(jar: Jar, headers: Headers): void {
  for (const text of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
}

/** Redirects from the button to the sign-in page. */
const maxSteps = 10

/** A browser's sign-in through a directory. */
export interface DirectorySignIn {
  /** The answer to the button. */
  begun: Answer<unknown>
  /** The value of the product's own cookie. */
  cookie: string
  /** The parameters of the directory's redirect. */
  brought: URLSearchParams
}

interface DirectorySignInOptions {
  provider?: string
  /** Manipulates the address of the directory, as an attacker would. */
  change?: (url: URL) => void
  /** The account to choose on the directory's page. */
  choose?: string
}

/** Presses the button, signs in at the directory, and stops before the answer is exchanged. */
export async function signInAtDirectory(
  api: TestApi,
  { provider = 'directory', change = () => undefined, choose = '' }: DirectorySignInOptions = {},
): Promise<DirectorySignIn> {
  const requestUri = `${api.url}/login`
  const query = new URLSearchParams({ requestUri }).toString()
  const begun = await api.send('GET', `${directoryLoginPath(provider)}?${query}`)
  const cookie = /^[^;]*/.exec(begun.headers.get('set-cookie') ?? '')?.[0] ?? ''
  let next = new URL(begun.headers.get('location') ?? '')
  change(next)
  const jar: Jar = new Map()
  const ask = async (init: RequestInit = {}) => {
    const answer = await fetch(next, { ...init, redirect: 'manual', headers: { cookie: cookiesIn(jar) } })
    keepCookies(jar, answer.headers)
    return answer
  }
  for (let step = 0; next.origin + next.pathname !== requestUri; step++) {
    if (step === maxSteps) throw new Error(`The directory leads in circles: ${next.href}`)
    let answer = await ask()
    if (answer.status === 200 && choose !== '')
      answer = await ask({ method: 'POST', body: new URLSearchParams({ username: choose }) })
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The directory leads nowhere: ${await answer.text()}`)
    next = new URL(location, next)
  }
  return { begun, cookie, brought: next.searchParams }
}

/** Exchanges the directory's answer, as the sign-in page does. */
export const completeSignIn = <T>(
  api: TestApi,
  { cookie, brought }: Pick<DirectorySignIn, 'cookie' | 'brought'>,
  { provider = 'directory' } = {},
): Promise<Answer<T>> => {
  const query = new URLSearchParams([...brought, ['requestUri', `${api.url}/login`]]).toString()
  return api.send<T>('GET', `${directoryCompletePath(provider)}?${query}`, { headers: { cookie } })
}
