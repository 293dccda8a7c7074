import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { setMarketTimeZone } from '../../resources/market'
import { createQuotePricer } from '../../resources/quotePricing'

/** Tells work on the database the market's time zone, and prices quotes anew while the server listens. */
export const market = fp(
  async (app: FastifyInstance) => {
    setMarketTimeZone(app.database.db, app.config.marketTimeZone)
    const pricer = createQuotePricer(app.database, (err) => {
      app.log.warn({ err }, 'quotes were not priced anew')
    })
    app.addHook('onListen', () => pricer.wake())
    app.addHook('onClose', () => pricer.stop())
  },
  { name: 'citygate-market', dependencies: ['citygate-configuration', 'citygate-database'] },
)
