import type { Server } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { startApi, type TestApi } from '../testing/api'
import { serverOptions } from './options'
import { plugins, type Registration } from './plugins'

let api: TestApi
let list: readonly Registration[]
beforeAll(async () => {
  api = await startApi()
  const { app, database, secrets } = api
  const { config, sessions } = app
  list = plugins({ config, database, sessions, secrets, publicDir: config.dataDir })
})
afterAll(() => api.close())

const metaOf = ({ plugin }: Registration) =>
  (plugin as unknown as Record<symbol, { name: string; dependencies?: string[] }>)[
    Symbol.for('plugin-meta')
  ] ?? { name: plugin.name }
const nameOf = (registration: Registration) => metaOf(registration).name
const dependenciesOf = (registration: Registration) => metaOf(registration).dependencies ?? []

/** Names of all plugins that one depends on, over any number of steps. */
function allDependencies(name: string): Set<string> {
  const found = new Set<string>()
  const visit = (from: string) => {
    const registration = list.find((each) => nameOf(each) === from)
    for (const dependency of registration ? dependenciesOf(registration) : []) {
      found.add(dependency)
      visit(dependency)
    }
  }
  visit(name)
  return found
}

type AddHook = (name: string, hook: unknown) => FastifyInstance

/** Builds an application, and tells by the name of each hook which plugins have added one to all requests. */
async function build(order: readonly Registration[]) {
  const app = Fastify<Server>(serverOptions(api.app.config))
  const hooks: Record<string, string[]> = {}
  const addHook = Reflect.get(app, 'addHook') as AddHook
  let current = ''
  const addNoted: AddHook = function (this: FastifyInstance, name, hook) {
    if (this === app) (hooks[name] ??= []).push(current)
    return addHook.call(this, name, hook)
  }
  Object.assign(app, { addHook: addNoted })
  try {
    for (const registration of order) {
      current = nameOf(registration)
      await registration.register(app)
    }
  } catch (error) {
    await app.close()
    throw error
  }
  return { app, hooks }
}

/** The last order that the dependencies allow, where the list is the first. */
function latestOrder(): Registration[] {
  const rest = [...list]
  const done = new Set<string>()
  const order: Registration[] = []
  while (rest.length > 0) {
    const index = rest.findLastIndex((each) => dependenciesOf(each).every((name) => done.has(name)))
    const [next] = rest.splice(index, 1)
    if (index < 0 || !next) throw new Error(`No order: ${rest.map(nameOf).join()}`)
    done.add(nameOf(next))
    order.push(next)
  }
  return order
}

/** Hooks of a request, whose order shows. */
const ofRequests = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend']

test('each plugin is refused before those that it depends on', async () => {
  for (const registration of list) {
    const [first] = dependenciesOf(registration)
    if (first === undefined) continue
    const app = Fastify()
    await expect(Promise.resolve(registration.register(app))).rejects.toThrow(
      `The dependency '${first}' of plugin '${nameOf(registration)}' is not registered`,
    )
    await app.close().catch(() => undefined)
  }
  await expect(build([...list].reverse())).rejects.toThrow(/The dependency .* is not registered/)
})

test('the order of all hooks of a request follows from the dependencies', async () => {
  const { app, hooks } = await build(list)
  await app.close()
  const undecided: string[] = []
  for (const name of ofRequests)
    for (const [index, later] of (hooks[name] ?? []).entries())
      for (const earlier of (hooks[name] ?? []).slice(0, index))
        if (earlier !== later && !allDependencies(later).has(earlier))
          undecided.push(`${name}: ${earlier}, ${later}`)
  expect(Object.keys(hooks)).toEqual(expect.arrayContaining(['onRequest', 'preParsing', 'onSend']))
  expect(undecided).toEqual([])
})

test('another order that the dependencies allow makes the same application', async () => {
  const order = latestOrder()
  expect(order.map(nameOf)).not.toEqual(list.map(nameOf))
  const first = await build(list)
  const last = await build(order)
  for (const name of ofRequests) expect(last.hooks[name]).toEqual(first.hooks[name])
  const requests = [
    { method: 'GET', url: '/api/schema/' },
    { method: 'GET', url: '/api/mpg/tag/' },
    { method: 'PUT', url: '/api/mpg/states/' },
    { method: 'POST', url: '/api/token/', payload: { username: 'broker', password: 'x' } },
    { method: 'POST', url: '/api/token/', payload: '{', headers: { 'content-type': 'application/json' } },
    { method: 'GET', url: '/login' },
  ] as const
  for (const request of requests) {
    const [one, other] = [await first.app.inject(request), await last.app.inject(request)]
    const told = ({ statusCode, headers, body }: typeof one) => {
      const { date, 'x-request-id': id, ...rest } = headers
      return { statusCode, date: typeof date, rest, body: body.replaceAll(String(id), 'id') }
    }
    expect(told(other)).toEqual(told(one))
  }
  await first.app.close()
  await last.app.close()
})
