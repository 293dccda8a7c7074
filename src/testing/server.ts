import { getResponse, http, HttpResponse, type HttpHandler } from 'msw'
import { setupServer } from 'msw/node'

let fallback: readonly HttpHandler[] = []

/**
 * Stands between the application and the network; answers what the tests' handlers say, whether they came before the
 * application was started or after, and else what the handlers behind them do.
 */
export const server = setupServer(http.all('*', ({ request }) => getResponse([...fallback], request)))

/** Lets these handlers answer what no handler of the test does. */
export const answerOtherwise = (handlers: readonly HttpHandler[]) => {
  fallback = handlers
}

/** Keeps such calls waiting from now on, until the returned function is called. */
export const holdAnswers = (path: string, method: 'get' | 'post' | 'patch' | 'delete' = 'get') => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  server.use(http[method](`*${path}`, () => released))
  return release
}

/** Lets the next such call do what it is to do, and loses the answer to it on its way. */
export const loseAnswer = (path: string, method: 'post' | 'patch') => {
  const happens = async ({ request }: { request: Request }) => {
    await getResponse([...fallback], request)
    return HttpResponse.error()
  }
  server.use(http[method](`*${path}`, happens, { once: true }))
}

const sent: Request[] = []
server.events.on('request:start', ({ request }) => {
  sent.push(request.clone())
})

/** The calls of this test so far, oldest first, to paths that contain the given text. */
export const requestsTo = (path: string) => sent.filter(({ url }) => new URL(url).pathname.includes(path))

/** The query of the last call to such a path. */
export const lastQueryTo = (path: string) =>
  Object.fromEntries(new URL(requestsTo(path).at(-1)?.url ?? 'http://none').searchParams)

/** Makes the server as it was before the first test. */
export const resetServer = () => {
  server.resetHandlers()
  fallback = []
  sent.length = 0
}
