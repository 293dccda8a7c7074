import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { ApiError } from '../errors'
import { reads } from './requestSlot'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the free disk space is down to the reserve for signing in and deleting. */
    isDiskLow: () => Promise<boolean>
  }
}

/** Milliseconds for which the measured free space is cached. */
const cacheDuration = 2_000

/** Free bytes on the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>
const freeOnDisk: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export interface DiskReserveOptions {
  /** Measures the free space; default: that of the disk. */
  freeBytes?: FreeBytes | undefined
}

/**
 * Reserves the last megabytes of the data directory's disk for requests that must work on a nearly full one: signing in
 * and out, and deleting (TRUST-44). All other writes are refused with 507 until there is space again.
 */
export const diskReserve = fp(
  async (app: FastifyInstance, { freeBytes = freeOnDisk }: DiskReserveOptions) => {
    const { dataDir, diskReserve: reserve } = app.config
    let looked = { at: -Infinity, isLow: Promise.resolve(false) }
    const isLow = (): Promise<boolean> => {
      const now = performance.now()
      if (now - looked.at > cacheDuration) {
        const look = freeBytes(dataDir).then(
          (bytes) => bytes < reserve,
          () => false,
        )
        looked = { at: now, isLow: look }
      }
      return looked.isLow
    }
    app.decorate('isDiskLow', isLow)
    app.addHook('preHandler', async (request) => {
      if (reads(request) || request.method === 'DELETE' || request.routeOptions.config.public) return
      if (await isLow())
        throw new ApiError(507, 'storage_full', 'There is no room left on the server. Deleting makes some.')
    })
  },
  {
    name: 'citygate-disk-reserve',
    dependencies: ['citygate-configuration', 'citygate-authentication', 'citygate-request-budget'],
  },
)
