import { useState } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useRedeliverMutation, useWebhookDeliveriesQuery } from '../../api/webhooksApi'
import type { DeliveryState, Webhook, WebhookDelivery } from '../../contract/webhooks'
import { RecordBars } from '../../resources/kit/RecordPage'
import { Button } from '../../ui/antd/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { DateText } from '../../ui/value/DateText'
import { Disclosure } from '../../ui/value/Disclosure'

const stateNames: Readonly<Record<DeliveryState, string>> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** 'Answered 500 in 12 ms, 3 attempts' */
const resultOf = ({ status, failure, duration, attempts }: WebhookDelivery): string => {
  if (attempts === 0) return 'Not tried yet'
  const what = status === null ? `No answer: ${failure ?? 'unknown'}` : `Answered ${status}`
  return `${what} in ${duration ?? 0} ms, ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}`
}

const Delivery = ({ of, webhook, done }: { of: WebhookDelivery; webhook: number; done: () => void }) => {
  const [redeliver, { isLoading, error }] = useRedeliverMutation()
  const { delivery_id, event, record_id, occurred_at, state, next_at, answer } = of
  return (
    <li className="webhook-delivery">
      <div className="row-apart">
        <div>
          <p className="webhook-delivery-name">
            {event}
            {record_id !== null && ` ${record_id}`}: {stateNames[state]}
          </p>
          <p className="quiet">
            <DateText value={occurred_at} format="moment" />. {resultOf(of)}
            {state === 'pending' && next_at !== null && (
              <>
                , next <DateText value={next_at} format="moment" />
              </>
            )}
            .
          </p>
        </div>
        <BusyButton
          busy={isLoading}
          aria-label={`Deliver again: ${event} ${record_id ?? ''}`.trim()}
          onClick={() => void redeliver({ id: webhook, delivery: delivery_id }).then(done)}
        >
          Deliver again
        </BusyButton>
      </div>
      {answer !== null && answer !== '' && (
        <Disclosure title="Answer">
          <pre className="webhook-answer">{answer}</pre>
        </Disclosure>
      )}
      {error && (
        <p className="problem" role="alert">
          {asApiError(error)?.detail}
        </p>
      )}
    </li>
  )
}

/** The deliveries of the last thirty days, a page at a time. */
export const DeliveriesDialog = ({ webhook, close }: { webhook: Webhook; close: () => void }) => {
  const [before, setBefore] = useState<number | null>(null)
  const id = webhook.webhook_id
  const { data, error, refetch } = useWebhookDeliveriesQuery(
    { id, before },
    { refetchOnMountOrArgChange: true, pollingInterval: 5_000, skipPollingIfUnfocused: true },
  )
  const problem = asApiError(error)
  return (
    <Dialog title={`Deliveries: ${webhook.description}`} width={760} close={close}>
      {!data && problem && (
        <ErrorState
          title="The deliveries could not be loaded."
          error={problem}
          retry={() => void refetch()}
          inline
        />
      )}
      {!data && !problem && <RecordBars />}
      {data?.results.length === 0 && <p>Nothing has been delivered.</p>}
      <ul className="webhook-deliveries">
        {data?.results.map((delivery) => (
          <Delivery key={delivery.delivery_id} of={delivery} webhook={id} done={() => void refetch()} />
        ))}
      </ul>
      <div className="dialog-actions">
        {before !== null && <Button onClick={() => setBefore(null)}>Newest</Button>}
        {data && data.next !== null && <Button onClick={() => setBefore(data.next)}>Older</Button>}
        <Button onClick={close}>Close</Button>
      </div>
    </Dialog>
  )
}
