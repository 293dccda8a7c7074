import type { ObjectSchema } from 'yup'
import { webhookInput, type Webhook, type WebhookEvent, type WebhookInput } from '../../contract/webhooks'
import { FormDialog } from '../../ui/form/FormDialog'
import { schemaOf } from '../../ui/form/schemaOf'
import { SwitchField } from '../../ui/form/SwitchField'
import { TextField } from '../../ui/form/TextField'
import { EventsField } from './EventsField'

interface Values {
  description: string
  address: string
  events: WebhookEvent[]
  is_active: boolean
}

const empty: Values = { description: '', address: '', events: [], is_active: true }
const schema = schemaOf(webhookInput, [
  'description',
  'address',
  'events',
  'is_active',
]) as unknown as ObjectSchema<Values>

interface WebhookDialogProps {
  /** Null: a new one. */
  webhook: Webhook | null
  save: (body: WebhookInput) => Promise<unknown>
  close: () => void
}

/** Creates or changes a webhook. */
export const WebhookDialog = ({ webhook, save, close }: WebhookDialogProps) => {
  const { description, address, events, is_active } = webhook ?? empty
  return (
    <FormDialog
      title={webhook ? 'Edit Webhook' : 'Create Webhook'}
      width={760}
      initialValues={{ description, address, events: [...events], is_active }}
      schema={schema}
      submit={save}
      draft={null}
      close={close}
    >
      <TextField name="description" label="Description" hint="What it is for." required />
      <TextField name="address" label="Address" placeholder="https://…" required />
      <EventsField />
      <SwitchField name="is_active" label="Active" />
    </FormDialog>
  )
}
