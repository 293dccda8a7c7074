import { Type, type TSchema } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { integer } from '../../src/contract/fields'
import { inputSchema, oneOf } from '../../src/contract/schema'
import {
  deliveryStates,
  redeliveryPath,
  webhookDeliveriesPath,
  webhookEvents,
  webhookInput,
  webhookPath,
  webhooksPath,
  webhookTestPath,
  type CreatedWebhook,
  type Webhook,
  type WebhookDeliveries,
  type Webhooks,
} from '../../src/contract/webhooks'
import { inTransaction, writerFromRequest, type Write } from '../kit/context'
import { invalidFields } from '../kit/errors'
import { documentRoute, idParams } from '../kit/http/documentation'
import { route } from '../kit/http/route'
import { idIn } from '../kit/http/routes'
import { parseInput } from '../kit/input'
import { assertMayHook } from '../kit/policy'
import { parseOptional } from '../kit/read/query'
import { addressRefusal } from '../ports/outside/receiverAddress'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  enqueueTest,
  findWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
} from './webhooks'

const moment = Type.String({ format: 'date-time', examples: ['2027-03-01T15:00:00.000Z'] })
const orNull = (schema: TSchema, description: string) => Type.Union([schema, Type.Null()], { description })
const fields = {
  webhook_id: Type.Integer(),
  address: Type.String({ examples: ['https://erp.example.com/citygate'] }),
  events: Type.Array(oneOf(webhookEvents)),
  description: Type.String(),
  is_active: Type.Boolean(),
  created_by: orNull(Type.Integer(), 'The user who last said where it goes: it is told what that user sees.'),
  created_at: moment,
  modified_at: moment,
  failing_since: orNull(
    moment,
    'Since when every delivery has failed; null: the last one was accepted, none was sent, or it was switched off for its user.',
  ),
  stopped_at: orNull(
    moment,
    'When the server switched it off: every delivery failed for three days; or, with `failing_since` null, the user in `created_by` is not active any more, or may not look after webhooks.',
  ),
}
const one = Type.Object(fields)
const list = Type.Object({ count: Type.Integer(), results: Type.Array(one) })
const created = Type.Object({
  ...fields,
  signing_secret: Type.String({
    description: 'By which the receiver checks signatures; answered this once.',
    examples: ['whsec_…'],
  }),
})
const deliveries = Type.Object({
  results: Type.Array(
    Type.Object({
      delivery_id: Type.Integer(),
      event_id: Type.String({ description: 'The same in every attempt.' }),
      event: Type.String({ examples: ['opportunities.updated'] }),
      record_id: orNull(Type.Integer(), 'Null: a test.'),
      occurred_at: moment,
      state: oneOf(deliveryStates),
      attempts: Type.Integer(),
      next_at: orNull(moment, 'When it is tried next; null: not any more.'),
      tried_at: orNull(moment, 'The last attempt.'),
      status: orNull(Type.Integer(), 'The HTTP status of its answer; null without one.'),
      duration: orNull(Type.Integer(), 'In milliseconds.'),
      answer: orNull(Type.String(), 'The first 1,024 characters.'),
      failure: orNull(Type.String(), 'Why there was no answer.'),
    }),
  ),
  next: orNull(Type.Integer(), '`before` of the next page; null on the last one.'),
})

const idOf = (text: string): number => idIn(text, 'Webhook')

/** Webhooks and their deliveries, for the provider's team (HOOK-1, HOOK-5). */
export function webhookRoutes(app: FastifyInstance): void {
  const { database, webhooks } = app

  const checkAddress = async (address: string | undefined): Promise<void> => {
    if (address === undefined) return
    const text = await addressRefusal(address, webhooks.mayBePrivate)
    if (text !== null) throw invalidFields({ address: text })
  }
  const change = <T>(request: Parameters<typeof writerFromRequest>[0], work: (write: Write) => Promise<T>) =>
    inTransaction(database, writerFromRequest(request), work)

  route(app, {
    method: 'GET',
    path: webhooksPath,
    document: documentRoute('Webhook', 'List the webhooks', list, null, [409]),
    handler: ({ caller }): Promise<Webhooks> => {
      assertMayHook(caller)
      return listWebhooks(database.db)
    },
  })

  route(app, {
    method: 'POST',
    path: webhooksPath,
    config: { secret: true },
    document: {
      ...documentRoute('Webhook', 'Create a webhook', created, webhookInput.fields, [409]),
      description:
        'Changes of records that others may read are sent to its address; see docs/api-changes.md.',
    },
    handler: async (request, _reply, readBody): Promise<CreatedWebhook> => {
      assertMayHook(request.caller)
      const values = await readBody()
      await checkAddress(values.address)
      return change(request, (write) => createWebhook(write, values, webhooks.encryption))
    },
  })

  route(app, {
    method: 'PATCH',
    path: webhookPath(':id'),
    document: {
      ...documentRoute('Webhook', 'Change a webhook', one, null, [404, 409]),
      params: idParams,
      body: inputSchema(webhookInput.fields, 'patch'),
    },
    handler: async (request): Promise<Webhook> => {
      assertMayHook(request.caller)
      const id = idOf(request.params.id)
      await findWebhook(database.db, id)
      const values = await parseInput(webhookInput.fields, request.body, 'patch')
      await checkAddress(values.address)
      return change(request, (write) => changeWebhook(write, id, values))
    },
  })

  route(app, {
    method: 'DELETE',
    path: webhookPath(':id'),
    document: { ...documentRoute('Webhook', 'Delete a webhook', null, null, [404, 409]), params: idParams },
    handler: async (request, reply) => {
      assertMayHook(request.caller)
      const id = idOf(request.params.id)
      await change(request, (write) => deleteWebhook(write, id))
      return reply.code(204).send()
    },
  })

  route(app, {
    method: 'POST',
    path: webhookTestPath(':id'),
    document: {
      ...documentRoute('Webhook', 'Send a test to a webhook', null, null, [404, 409]),
      description:
        'Its result is in the deliveries. It is sent once, also to a webhook that is switched off.',
      params: idParams,
    },
    handler: async (request, reply) => {
      assertMayHook(request.caller)
      const id = idOf(request.params.id)
      await change(request, (write) => enqueueTest(write, id))
      webhooks.wake()
      return reply.code(204).send()
    },
  })

  route(app, {
    method: 'GET',
    path: webhookDeliveriesPath(':id'),
    document: {
      ...documentRoute('Webhook', 'List the deliveries of a webhook', deliveries, null, [400, 404, 409]),
      description: 'Of the last 30 days, the newest first.',
      params: idParams,
      querystring: Type.Object({
        before: Type.Optional(Type.Integer({ minimum: 1, description: 'The `next` of the page before.' })),
      }),
    },
    handler: ({ caller, params, query }): Promise<WebhookDeliveries> => {
      assertMayHook(caller)
      return listDeliveries(
        database.db,
        idOf(params.id),
        (parseOptional(query, 'before', integer({ min: 1 })) ?? null) as number | null,
      )
    },
  })

  route(app, {
    method: 'POST',
    path: redeliveryPath(':id', ':delivery'),
    document: {
      ...documentRoute('Webhook', 'Deliver again', null, null, [404, 409]),
      description: 'Under the same event id, by which receivers know what they have handled.',
      params: Type.Object({ id: Type.Integer({ minimum: 1 }), delivery: Type.Integer({ minimum: 1 }) }),
    },
    handler: async (request, reply) => {
      assertMayHook(request.caller)
      const { id, delivery } = request.params
      await change(request, (write) => redeliver(write, idOf(id), idIn(delivery, 'Delivery')))
      webhooks.wake()
      return reply.code(204).send()
    },
  })
}
