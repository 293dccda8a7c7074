import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createNoticeSetter } from '../../resources/contractNotices'
import { createNoticeTasker } from '../../resources/contractTasks'
import { setMarketTimeZone } from '../../resources/market'
import { createQuotePricer } from '../../resources/quotePricing'
import { createReadinessCounter } from '../../resources/readiness'
import { createUsageCounter } from '../../resources/usageTotals'

/** Tells work on the database the market's time zone, and keeps what rests on the market up to date while the server listens. */
export const market = fp(
  async (app: FastifyInstance) => {
    setMarketTimeZone(app.database.db, app.config.marketTimeZone)
    const pricer = createQuotePricer(app.database, (err) => {
      app.log.warn({ err }, 'quotes were not priced anew')
    })
    const noticeSetter = createNoticeSetter(app.database, (err) => {
      app.log.warn({ err }, 'days of notice were not computed anew')
    })
    const counter = createUsageCounter(app.database, (err) => {
      app.log.warn({ err }, 'usage was not counted anew')
    })
    const readinessCounter = createReadinessCounter(app.database, (err) => {
      app.log.warn({ err }, 'readiness to price was not counted anew')
    })
    const tasker = createNoticeTasker(app.database, (err) => {
      app.log.warn({ err }, 'tasks of notices were not made')
    })
    for (const job of [pricer, noticeSetter, tasker, counter, readinessCounter]) {
      app.addHook('onListen', () => job.wake())
      app.addHook('onClose', () => job.stop())
    }
  },
  { name: 'citygate-market', dependencies: ['citygate-configuration', 'citygate-database'] },
)
