import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { contract, type ResourceName } from '../../src/contract'
import { maxInteger } from '../../src/contract/numbers'
import { currentLimits, withLimits } from '../db/rowLimits'
import { isHiddenRecord, limitsOfCaller } from '../kit/limits'
import { longestFitting } from './routePaths'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The resource of the record that the route's path names by its id. */
    names?: ResourceName | undefined
  }
}

const resourceNames = new Map(
  Object.entries(contract).map(([name, { path }]) => [path as string, name as ResourceName]),
)
const lists = [...resourceNames.keys()]

/** The resource of the record that a path names, such as `/api/mpg/tags/:id/`; undefined where it names none. */
function resourceNamed(path: string): ResourceName | undefined {
  const list = longestFitting(lists, path)
  return list !== undefined && /^(?:trash\/)?:id(?:\/|$)/.test(path.slice(list.length))
    ? resourceNames.get(list)
    : undefined
}

/**
 * Lets every request see the rows that its caller may see, by all statements of its route (TEAM-3). A record that is named by its id and
 * not seen is one that does not exist, in all that follows.
 */
export const readerLimits = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRoute', (route) => {
      route.config = { ...route.config, names: resourceNamed(route.url) }
    })
    // Reading a body leaves the context of what runs before it.
    app.addHook('preValidation', ({ caller, is404, routeOptions: { config } }, _reply, done) => {
      if (config.public || is404) done()
      else withLimits(limitsOfCaller(caller), done)
    })
    app.addHook('preHandler', async ({ params, routeOptions: { config } }) => {
      if (config.names === undefined || currentLimits() === null) return
      const named = params as { id: string }
      if (await isHiddenRecord(app.database.db, config.names, named.id)) named.id = String(maxInteger)
    })
  },
  {
    name: 'citygate-reader-limits',
    dependencies: ['citygate-database', 'citygate-authentication', 'citygate-disk-reserve'],
  },
)
