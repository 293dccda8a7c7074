import { getResponse, http, HttpResponse, type HttpHandler } from 'msw'
import { setupServer } from 'msw/node'

/** A default handler, with the text that the addresses of its requests contain. */
interface DefaultHandler {
  handler: HttpHandler
  method: unknown
  text: string
}

let fallback: readonly DefaultHandler[] = []

/** Answers by the default handlers. Few are asked: each would compile its pattern again for each request. */
const answerByDefault = (request: Request) =>
  getResponse(
    fallback
      .filter(({ method, text }) => method === request.method && request.url.includes(text))
      .map(({ handler }) => handler),
    request,
  )

/**
 * Intercepts the application's requests; answers by the handlers of the test, whether added before or after the start
 * of the application, and else by the default handlers.
 */
export const server = setupServer(http.all('*', ({ request }) => answerByDefault(request)))

/** Sets the default handlers. */
export const answerOtherwise = (handlers: readonly HttpHandler[]) => {
  fallback = handlers.map((handler) => {
    const { method, path } = handler.info
    const [text = ''] = typeof path === 'string' ? path.replace(/^\*/, '').split(/[:*]/) : []
    return { handler, method, text }
  })
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
    await answerByDefault(request)
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
