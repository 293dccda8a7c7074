import Fastify, { type FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Registry } from 'prom-client'
import { backupStatus } from '../db/backups'

/** Upper bounds of the durations that are told apart, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A gauge of what the server knows at the moment of the question. */
interface Reading {
  name: string
  help: string
  read: () => Promise<number>
}

const readingsOf = (app: FastifyInstance): Reading[] => [
  {
    name: 'citygate_writes_queued',
    help: 'Transactions that wait for their turn to write.',
    read: async () => app.database.writeQueue.size(),
  },
  {
    name: 'citygate_disk_low',
    help: '1 while the disk of DATA_DIR is nearly full, and writes are refused.',
    read: async () => Number(await app.isDiskLow()),
  },
  {
    name: 'citygate_last_backup_timestamp_seconds',
    help: 'When the last backup was made that succeeded; 0 before the first one.',
    read: async () => Date.parse((await backupStatus(app.database)).lastSuccess?.at ?? '1970-01-01') / 1_000,
  },
]

/**
 * Counts requests by their route, never by their address, so that the number of series has a bound: what the server
 * offers, and one series for all that it does not.
 */
async function register(app: FastifyInstance): Promise<Registry> {
  const { Registry, Histogram, Gauge, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'citygate_http_request_duration_seconds',
    help: 'Durations of requests, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: bounds,
    registers,
  })
  app.addHook('onResponse', async ({ method, routeOptions: { url } }, { statusCode, elapsedTime }) => {
    durations.observe(
      url === undefined
        ? { method: 'any', route: 'none', status: statusCode }
        : { method, route: url, status: statusCode },
      elapsedTime / 1_000,
    )
  })
  for (const { name, help, read } of readingsOf(app))
    new Gauge({
      name,
      help,
      registers,
      // One that cannot be read, such as without a database, takes none of the others with it.
      async collect() {
        this.set(await read().catch(() => Number.NaN))
      },
    })
  return registry
}

/**
 * `/metrics` in Prometheus' text format, at an address of its own, METRICS_ADDRESS, and nowhere else: clients of the
 * product do not read it (OPS-1). Without that address nothing is measured.
 */
export const metrics = fp(
  async (app: FastifyInstance) => {
    const { metrics: address } = app.config
    if (address === null) return
    const registry = await register(app)
    const server = Fastify({ logger: false })
    server.get('/metrics', async (_request, reply) =>
      reply.type(registry.contentType).send(await registry.metrics()),
    )
    app.addHook('onListen', async () => {
      try {
        await server.listen(address)
      } catch (err) {
        app.log.error({ err }, 'no metrics: METRICS_ADDRESS cannot be listened on')
      }
    })
    app.addHook('onClose', () => server.close())
  },
  {
    name: 'citygate-metrics',
    dependencies: ['citygate-configuration', 'citygate-database', 'citygate-disk-reserve'],
  },
)
