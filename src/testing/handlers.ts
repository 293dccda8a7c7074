import { http, HttpResponse, type HttpHandler } from 'msw'
import { contract, type ResourceName } from '../contract'
import type { ErrorAnswer } from '../contract/kit'
import {
  credentials,
  currentUserPath,
  installationPath,
  participantsPath,
  refreshRequest,
  revokePath,
  type Credentials,
  type RefreshRequest,
  type SignInAnswer,
  type TokenAnswer,
} from '../contract/session'
import { expanded, findRow, listed, type World } from './world'

/** An answer that refuses, in the contract's shape. */
export const refusal = (status: number, detail: string, code = 'refused') =>
  HttpResponse.json<ErrorAnswer>({ detail, code, request_id: 'req-1' }, { status })

const at = (path: string) => `*${path}`

let lastToken = 0

const issue = (world: World): TokenAnswer => {
  lastToken += 1
  const tokens = {
    access: `access-${lastToken}`,
    refresh: `refresh-${lastToken}`,
    expires_in: world.expiresIn,
  }
  world.access.add(tokens.access)
  world.refresh.add(tokens.refresh)
  return tokens
}

const bearerOf = (request: Request) => request.headers.get('Authorization')?.replace('Bearer ', '')

type Answer = (call: { request: Request; params: URLSearchParams; id: number }) => Response

/** A read that only a good access token opens. */
const guarded = (world: World, path: string, answer: Answer) =>
  http.get(at(path), ({ request, params: { id } }) =>
    world.access.has(bearerOf(request) ?? '')
      ? answer({ request, params: new URL(request.url).searchParams, id: Number(id) })
      : refusal(401, 'The access token is not valid.', 'not_signed_in'),
  )

const resourceHandlers = (world: World, resource: ResourceName) => {
  const { path, title } = contract[resource]
  return [
    guarded(world, path, ({ params }) => HttpResponse.json(listed(world, resource, params))),
    guarded(world, `${path}:id/`, ({ params, id }) => {
      const row = findRow(world, resource, id)
      return row
        ? HttpResponse.json(expanded(world, resource, row, params.get('expand')))
        : refusal(404, `${title} not found.`, 'not_found')
    }),
  ]
}

/** The pretended server: answers out of the world as the real one would out of its database. */
export const handlersFor = (world: World): HttpHandler[] => [
  http.post<never, Credentials>(at(credentials.path), async ({ request }) => {
    const { username, password } = await request.json()
    const user = world.tables.users.find((known) => known.username === username)
    if (!user || world.passwords[username] !== password) {
      return refusal(401, 'Wrong username or password.', 'wrong_credentials')
    }
    const { id } = user
    return HttpResponse.json<SignInAnswer>({ ...issue(world), user: { id, username } })
  }),
  http.post<never, RefreshRequest>(at(refreshRequest.path), async ({ request }) => {
    const { refresh } = await request.json()
    const successor = world.successors.get(refresh)
    if (successor && world.refresh.has(successor.refresh)) return HttpResponse.json<TokenAnswer>(successor)
    if (!world.refresh.delete(refresh)) return refusal(401, 'The session has ended.', 'session_over')
    world.refreshes += 1
    const issued = issue(world)
    world.successors.set(refresh, issued)
    return HttpResponse.json<TokenAnswer>(issued)
  }),
  http.post<never, RefreshRequest>(at(revokePath), async ({ request }) => {
    world.refresh.delete((await request.json()).refresh)
    return new HttpResponse(null, { status: 204 })
  }),
  http.get(at(installationPath), () => HttpResponse.json(world.installation)),
  guarded(world, currentUserPath, ({ params }) => {
    const [user] = world.tables.users
    return user
      ? HttpResponse.json(expanded(world, 'users', user, params.get('expand')))
      : refusal(401, 'Nobody is signed in.')
  }),
  guarded(world, participantsPath, () =>
    HttpResponse.json({ count: world.participants.length, results: world.participants }),
  ),
  ...(Object.keys(contract) as ResourceName[]).flatMap((resource) => resourceHandlers(world, resource)),
]
