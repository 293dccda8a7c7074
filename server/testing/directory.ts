import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { directoryCompletePath, directoryLoginPath } from '../../src/contract/session'
import type { Answer, TestApi } from './api'
import type { DirectoryOrder } from './directoryServer'

/** A directory that runs beside the test. */
export interface TestDirectory {
  issuer: string
  /** Tells it who signs in, or what its clock shows. */
  tell(order: DirectoryOrder): Promise<void>
  /** Lets it be away, and come back as it was. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Starts a directory that sends browsers back to these addresses; any port of this machine fits. */
export async function startDirectory(redirectUrls = ['http://127.0.0.1/login']): Promise<TestDirectory> {
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    ['scripts/run.mjs', 'server/testing/directoryServer.ts'],
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
    tell: async (order) => {
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

/** Cookies of one browser, whoever has set them. */
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
const mostSteps = 10

/** A browser on its way through a directory. */
export interface Journey {
  /** The answer to the button. */
  begun: Answer<unknown>
  /** What the product's own cookie holds. */
  cookie: string
  /** What the directory has sent the browser back with. */
  brought: URLSearchParams
}

interface JourneyOptions {
  provider?: string
  /** What somebody on the way makes of the address of the directory. */
  change?: (url: URL) => void
  /** Whom somebody chooses where the directory asks. */
  choose?: string
}

/** Presses the button, signs in at the directory, and stops before the answer is exchanged. */
export async function throughDirectory(
  api: TestApi,
  { provider = 'directory', change = () => undefined, choose = '' }: JourneyOptions = {},
): Promise<Journey> {
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
    if (step === mostSteps) throw new Error(`The directory leads in circles: ${next.href}`)
    let answer = await ask()
    if (answer.status === 200 && choose !== '')
      answer = await ask({ method: 'POST', body: new URLSearchParams({ username: choose }) })
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The directory leads nowhere: ${await answer.text()}`)
    next = new URL(location, next)
  }
  return { begun, cookie, brought: next.searchParams }
}

/** Exchanges what the browser has come back with, as the sign-in page does. */
export const completeSignIn = <T>(
  api: TestApi,
  { cookie, brought }: Pick<Journey, 'cookie' | 'brought'>,
  { provider = 'directory' } = {},
): Promise<Answer<T>> => {
  const query = new URLSearchParams([...brought, ['requestUri', `${api.url}/login`]]).toString()
  return api.send<T>('GET', `${directoryCompletePath(provider)}?${query}`, { headers: { cookie } })
}
