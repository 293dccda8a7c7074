import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { SecretsOptions } from '../../kit/crypto/secrets'
import { createDevices, type Devices } from '../../services/sessions/devices'

declare module 'fastify' {
  interface FastifyInstance {
    devices: Devices
  }
}

export const devices = fp(
  async (app: FastifyInstance, { secrets }: SecretsOptions) => {
    app.decorate('devices', createDevices(secrets, app.database.clock))
  },
  { name: 'citygate-devices', dependencies: ['citygate-database'] },
)
