/** Webhooks: changes of records, sent to addresses outside (HOOK-1). */
import { contract, type ResourceName } from '.'
import type { ListAnswer } from './answers'
import { changeActions, type ChangeAction } from './events'
import { boolean, options, text, type InputOf } from './fields'

/** List (GET) and create (POST); `{id}/` with `test/` and `deliveries/` below. For the provider's team. */
export const webhooksPath = '/api/webhooks/'
export const webhookPath = (id: number | string) => `${webhooksPath}${id}/`
/** POST sends a test. */
export const webhookTestPath = (id: number | string) => `${webhookPath(id)}test/`
/** GET lists the deliveries of a webhook, the newest first. */
export const webhookDeliveriesPath = (id: number | string) => `${webhookPath(id)}deliveries/`
/** POST delivers again. */
export const redeliveryPath = (id: number | string, delivery: number | string) =>
  `${webhookDeliveriesPath(id)}${delivery}/again/`

/** Records that only their owners see; their changes are told to no webhook. */
export const privateResources = [
  'messages',
  'messageTemplates',
  'messageAttachments',
  'profiles',
  'views',
] as const satisfies readonly ResourceName[]

/** The resources whose changes webhooks are told. */
export const webhookResources: readonly ResourceName[] = (Object.keys(contract) as ResourceName[]).filter(
  (name) => !(privateResources as readonly ResourceName[]).includes(name),
)

export type WebhookEvent = `${ResourceName}.${ChangeAction}`

/** What can happen to records of a resource: only those with a trash come back from it. */
export const webhookActionsOf = (resource: ResourceName): readonly ChangeAction[] =>
  changeActions.filter((action) => action !== 'restored' || 'trash' in contract[resource])

/** All events that a webhook can ask for. */
export const webhookEvents: readonly WebhookEvent[] = webhookResources.flatMap((resource) =>
  webhookActionsOf(resource).map((action): WebhookEvent => `${resource}.${action}`),
)

/** The event of a test, which every webhook gets on request. */
export const testEvent = 'test'

/** Webhooks of an installation at most. */
export const maxWebhooks = 20

const fields = {
  address: text({
    required: true,
    max: 1_000,
    shape: 'identifier',
    apiDescription:
      'An https address on the public Internet; another one where PRIVATE_HOSTS names its host.',
  }),
  events: options(webhookEvents, { required: true, apiDescription: 'What it is told.' }),
  description: text({ required: true, max: 200, apiDescription: 'What it is for.' }),
  is_active: boolean({ default: true, apiDescription: 'Whether it is told anything.' }),
} as const

/** Body of a new or changed webhook. */
export const webhookInput = { fields } as const
export type WebhookInput = InputOf<typeof webhookInput>

export interface Webhook {
  webhook_id: number
  address: string
  events: readonly WebhookEvent[]
  description: string
  is_active: boolean
  created_by: number | null
  created_at: string
  modified_at: string
  /** Since when every delivery has failed; null: the last one was accepted, none was sent, or it was switched off for its user. */
  failing_since: string | null
  /**
   * When the server switched it off: every delivery failed for three days; or, with `failing_since` null, the user who last said where
   * it goes is not active any more, or may not look after webhooks (HOOK-6).
   */
  stopped_at: string | null
}
export type Webhooks = ListAnswer<Webhook>

/** The secret of a webhook that has just been created. */
export const createdWebhook = {
  fields: {
    signing_secret: text({
      required: true,
      secret: true,
      apiDescription: 'By which the receiver checks signatures; shown this once.',
    }),
  },
} as const
export interface CreatedWebhook extends Webhook {
  signing_secret: string
}

/** `pending`: to be sent, or sent again; `failed`: not accepted for 24 hours. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** A delivery, with the result of its last attempt. */
export interface WebhookDelivery {
  delivery_id: number
  /** Of the event, the same in every attempt. */
  event_id: string
  event: string
  record_id: number | null
  occurred_at: string
  state: DeliveryState
  attempts: number
  /** When it is tried next; null: not any more. */
  next_at: string | null
  tried_at: string | null
  /** The HTTP status of the answer; null without one. */
  status: number | null
  /** In milliseconds. */
  duration: number | null
  /** The beginning of the answer. */
  answer: string | null
  /** Why there was no answer. */
  failure: string | null
}

export interface WebhookDeliveries {
  results: WebhookDelivery[]
  /** Parameter `before` of the next page; null on the last one. */
  next: number | null
}

/** Deliveries of one page, and days for which they are kept. */
export const maxDeliveriesPage = 50
export const deliveryDays = 30

/** The headers of a delivery: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, and the id of the event. */
export const signatureHeader = 'citygate-signature'
export const eventIdHeader = 'citygate-event-id'
