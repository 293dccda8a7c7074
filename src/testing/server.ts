import { getResponse, http, HttpResponse, type HttpHandler } from 'msw'
import { setupServer } from 'msw/node'

let fallback: readonly HttpHandler[] = []

/**
 * Intercepts the application's requests; answers by the handlers of the test, whether added before or after the start
 * of the application, and else by the default handlers.
 */
export const server = setupServer(http.all('*', ({ request }) => getResponse([...fallback], request)))

/** Sets the default handlers. */
export const answerOtherwise = (handlers: readonly HttpHandler[]) => {
  fallback = handlers
}

/** Holds answers from now on, until the returned function is called. */
export const holdAnswers = (path: string, method: 'get' | 'post' | 'put' | 'patch' | 'delete' = 'get') => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  server.use(http[method](`*${path}`, () => released))
  return release
}

/** Lets the next request take effect, but loses its answer. */
export const loseAnswer = (path: string, method: 'post' | 'put' | 'patch') => {
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

/** The requests of this test so far, oldest first, whose path contains the given text. */
export const requestsTo = (path: string) =>
  sent.filter(({ url }) => {
    const { pathname } = new URL(url)
    // Each page of a record asks whether it is followed, too.
    return pathname.includes(path) && (path.endsWith('/follow/') || !pathname.endsWith('/follow/'))
  })

/** The query of the last request to such a path. */
export const lastQueryTo = (path: string) =>
  Object.fromEntries(new URL(requestsTo(path).at(-1)?.url ?? 'http://none').searchParams)

/** Restores the server's initial state. */
export const resetServer = () => {
  server.resetHandlers()
  fallback = []
  sent.length = 0
}
