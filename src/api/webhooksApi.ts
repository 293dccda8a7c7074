import {
  redeliveryPath,
  webhookDeliveriesPath,
  webhookPath,
  webhooksPath,
  webhookTestPath,
  type CreatedWebhook,
  type Webhook,
  type WebhookDeliveries,
  type WebhookInput,
  type Webhooks,
} from '../contract/webhooks'
import { api } from './kit/api'
import type { AnswerOptions } from './kit/baseQuery'

/** The page and its dialogs show failures. */
const options: AnswerOptions = { messages: { failure: null } }

/** Webhooks and their deliveries, for the provider's team (HOOK-5). */
export const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    webhooks: build.query<Webhooks, undefined>({
      query: () => ({ url: webhooksPath }),
      providesTags: ['webhooks'],
    }),
    /** The signing secret is in this answer only. */
    createWebhook: build.mutation<CreatedWebhook, WebhookInput>({
      query: (body) => ({ url: webhooksPath, method: 'POST', body }),
      extraOptions: options,
      invalidatesTags: ['webhooks'],
    }),
    changeWebhook: build.mutation<Webhook, { id: number; body: Partial<WebhookInput> }>({
      query: ({ id, body }) => ({ url: webhookPath(id), method: 'PATCH', body }),
      extraOptions: options,
      invalidatesTags: ['webhooks'],
    }),
    deleteWebhook: build.mutation<null, number>({
      query: (id) => ({ url: webhookPath(id), method: 'DELETE' }),
      extraOptions: options,
      invalidatesTags: ['webhooks'],
    }),
    testWebhook: build.mutation<null, number>({
      query: (id) => ({ url: webhookTestPath(id), method: 'POST' }),
      extraOptions: options,
    }),
    /** The newest deliveries, or those before one of them. */
    webhookDeliveries: build.query<WebhookDeliveries, { id: number; before: number | null }>({
      query: ({ id, before }) => ({
        url: webhookDeliveriesPath(id),
        ...(before !== null && { params: { before } }),
      }),
      keepUnusedDataFor: 0,
    }),
    redeliver: build.mutation<null, { id: number; delivery: number }>({
      query: ({ id, delivery }) => ({ url: redeliveryPath(id, delivery), method: 'POST' }),
      extraOptions: options,
    }),
  }),
})

export const {
  useWebhooksQuery,
  useCreateWebhookMutation,
  useChangeWebhookMutation,
  useDeleteWebhookMutation,
  useTestWebhookMutation,
  useWebhookDeliveriesQuery,
  useRedeliverMutation,
} = webhooksApi
