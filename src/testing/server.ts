import { setupServer } from 'msw/node'

/** Stands between the application and the network; answers what the tests' handlers say. */
export const server = setupServer()

const sent: Request[] = []
server.events.on('request:start', ({ request }) => {
  sent.push(request.clone())
})

/** The calls of this test so far, oldest first, to paths that contain the given text. */
export const requestsTo = (path: string) => sent.filter(({ url }) => new URL(url).pathname.includes(path))

/** The query of the last call to such a path. */
export const lastQueryTo = (path: string) =>
  Object.fromEntries(new URL(requestsTo(path).at(-1)?.url ?? 'http://none').searchParams)

export const forgetRequests = () => {
  sent.length = 0
}
