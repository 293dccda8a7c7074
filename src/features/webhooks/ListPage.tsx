import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useId, useState } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useAppSelector } from '../../api/kit/hooks'
import {
  useChangeWebhookMutation,
  useCreateWebhookMutation,
  useDeleteWebhookMutation,
  useTestWebhookMutation,
  useWebhooksQuery,
} from '../../api/webhooksApi'
import { webhooksRefusal } from '../../contract/policy'
import type { Webhook, WebhookInput } from '../../contract/webhooks'
import { RecordBars } from '../../resources/kit/RecordPage'
import { selectIdentity } from '../../store/currentUser'
import { Button } from '../../ui/antd/Button'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { useQuestion } from '../../ui/dialog/useQuestion'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { LinkButton } from '../../ui/page/LinkButton'
import { PageHeader } from '../../ui/page/PageHeader'
import { DateText } from '../../ui/value/DateText'
import { SecretOnce } from '../../ui/value/SecretOnce'
import './webhooks.css'

const EditDialog = lazyDialog(async () => (await import('./WebhookDialog')).WebhookDialog)
const LogDialog = lazyDialog(async () => (await import('./DeliveriesDialog')).DeliveriesDialog)

const deletion = {
  title: 'Delete the webhook',
  text: 'Its address is told nothing from now on, and its deliveries are forgotten.',
  answers: { remove: 'Delete' },
} as const

const stateOf = ({ is_active, stopped_at, failing_since }: Webhook): string => {
  if (!is_active && stopped_at !== null)
    return failing_since === null
      ? 'Switched off: its user is deactivated or may no longer look after webhooks'
      : 'Switched off after three days of failures'
  if (!is_active) return 'Switched off'
  return failing_since === null ? 'Active' : 'Failing'
}

type Asked = { what: 'edit'; webhook: Webhook | null } | { what: 'log'; webhook: Webhook }

const Item = ({ webhook, ask }: { webhook: Webhook; ask: (asked: Asked) => void }) => {
  const id = useId()
  const [test, tested] = useTestWebhookMutation()
  const [remove, removed] = useDeleteWebhookMutation()
  const { ask: confirm, question } = useQuestion()
  const { description, address, events, failing_since } = webhook
  const refused = asApiError(tested.error ?? removed.error)
  const end = async () => {
    if ((await confirm(deletion)) === 'remove') await remove(webhook.webhook_id)
  }
  const sendTest = async () => {
    const { error } = await test(webhook.webhook_id)
    if (!error) ask({ what: 'log', webhook })
  }
  return (
    <li className="webhook" aria-labelledby={id}>
      <div className="row-apart">
        <h2 id={id}>{description}</h2>
        <span role="status">{stateOf(webhook)}</span>
      </div>
      <p className="webhook-address">{address}</p>
      <p className="quiet">
        {events.length === 1 ? events[0] : `${events.length} events`}
        {failing_since !== null && (
          <>
            ; no delivery accepted since <DateText value={failing_since} format="moment" />
          </>
        )}
      </p>
      {refused && (
        <p className="problem" role="alert">
          {refused.detail}
        </p>
      )}
      <div className="webhook-actions">
        <Button aria-label={`Edit: ${description}`} onClick={() => ask({ what: 'edit', webhook })}>
          Edit
        </Button>
        <Button aria-label={`Deliveries: ${description}`} onClick={() => ask({ what: 'log', webhook })}>
          Deliveries
        </Button>
        <BusyButton
          busy={tested.isLoading}
          aria-label={`Send a test: ${description}`}
          onClick={() => void sendTest()}
        >
          Send a test
        </BusyButton>
        <BusyButton
          danger
          busy={removed.isLoading}
          aria-label={`Delete: ${description}`}
          onClick={() => void end()}
        >
          Delete
        </BusyButton>
      </div>
      {question}
    </li>
  )
}

const Webhooks = () => {
  const { data, error, refetch } = useWebhooksQuery(undefined, { refetchOnMountOrArgChange: true })
  const [create, { data: created }] = useCreateWebhookMutation()
  const [change] = useChangeWebhookMutation()
  const [asked, setAsked] = useState<Asked | null>(null)
  const problem = asApiError(error)
  const save = (body: WebhookInput) =>
    asked?.webhook ? change({ id: asked.webhook.webhook_id, body }).unwrap() : create(body).unwrap()
  const close = () => setAsked(null)
  return (
    <>
      <PageHeader
        title="Webhooks"
        actions={
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => setAsked({ what: 'edit', webhook: null })}
          >
            Create Webhook
          </Button>
        }
      />
      {!data && problem && (
        <ErrorState title="The webhooks could not be loaded." error={problem} retry={() => void refetch()} />
      )}
      {!data && !problem && <RecordBars />}
      {created && data?.results.some(({ webhook_id }) => webhook_id === created.webhook_id) && (
        <div className="webhook">
          <SecretOnce
            key={created.signing_secret}
            label={`Signing secret of “${created.description}”`}
            noun="secret"
            secret={created.signing_secret}
          />
        </div>
      )}
      {data?.count === 0 && (
        <EmptyState
          title="There is no webhook."
          hint="A webhook tells a program outside what changes here, as it happens."
        />
      )}
      <ul className="webhooks">
        {data?.results.map((webhook) => (
          <Item key={webhook.webhook_id} webhook={webhook} ask={setAsked} />
        ))}
      </ul>
      {asked?.what === 'edit' && <EditDialog webhook={asked.webhook} save={save} close={close} />}
      {asked?.what === 'log' && <LogDialog webhook={asked.webhook} close={close} />}
    </>
  )
}

/** /mpg/webhooks: addresses outside that are told of changes, for the provider's team (HOOK-5). */
export const Page = () => {
  const who = useAppSelector(selectIdentity)
  const why = who && webhooksRefusal(who)
  if (who && !why) return <Webhooks />
  return (
    <>
      <PageHeader title="Webhooks" />
      {why ? (
        <EmptyState title={why} hint="Ask one of them where a program is to be told of changes.">
          <LinkButton to="/">Back to the opportunities</LinkButton>
        </EmptyState>
      ) : (
        <RecordBars />
      )}
    </>
  )
}
