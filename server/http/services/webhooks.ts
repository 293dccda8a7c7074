import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { SecretsOptions } from '../../kit/crypto/secrets'
import { createWebhookService, type WebhookService } from '../../resources/webhookDelivery'

declare module 'fastify' {
  interface FastifyInstance {
    webhooks: WebhookService
  }
}

/** Keeps what webhooks are to be told, and delivers it while the server listens. */
export const webhooks = fp(
  async (app: FastifyInstance, { secrets }: SecretsOptions) => {
    const service = await createWebhookService(app, secrets)
    app.decorate('webhooks', service)
    app.addHook('onListen', () => service.start())
    app.addHook('onClose', () => service.stop())
  },
  {
    name: 'citygate-webhooks',
    dependencies: ['citygate-configuration', 'citygate-database', 'citygate-events'],
  },
)
