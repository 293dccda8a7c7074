import { useMemo } from 'react'
import { useSendMessageMutation } from '../../api/messagesApi'
import type { ApiError } from '../../api/kit/errors'
import type { Person } from '../../contract/kit'
import { mailNotConnected, messageRequest } from '../../contract/mail'
import type { DialogBegins } from '../../records/frameDialogs'
import { frameOf } from '../../records/kit/FieldInput'
import { messageFaces } from '../../records/messages/faces'
import { ParticipantField, ParticipantsField } from '../../records/participants/ParticipantsField'
import { AuthorizationNote } from '../../records/mailAccount/AuthorizationNote'
import { useAuthorization } from '../../records/mailAccount/useAuthorization'
import { FormDialog } from '../../ui/form/FormDialog'
import { RichTextField } from '../../ui/form/RichTextField'
import { schemaOf } from '../../ui/form/schemaOf'
import { TextField } from '../../ui/form/TextField'
import { useSubmission } from '../../ui/form/useSubmission'
import { useSubmissionKey } from '../../ui/form/useSubmissionKey'
import type { FormValues } from '../../ui/form/values'

type Asked = 'to' | 'subject' | 'text'
type Values = FormValues<(typeof messageRequest)['fields'], Asked>

const schema = schemaOf<(typeof messageRequest)['fields'], Asked>(messageRequest, ['to', 'subject', 'text'])
const nobody: readonly Person[] = []

const frame = (name: Asked) => frameOf({ of: messageFaces, name })

/** Connects the account in a window of its own: what has been written stays where it is. */
const Reconnect = () => {
  const { step, authorize } = useAuthorization()
  return (
    <>
      <p>
        <button type="button" className="link-button" onClick={() => void authorize()}>
          Connect the mail account
        </button>
      </p>
      <AuthorizationNote step={step} />
    </>
  )
}

/** What has kept a message from going out, and what can be done; what has been written stays (MSG-1). */
const Unsent = ({ refusal }: { refusal: ApiError }) => {
  const { submit } = useSubmission()
  return (
    <div className="form-problems" role="alert">
      <p>The message was not sent, and is still here. {refusal.detail}</p>
      {refusal.code === mailNotConnected && <Reconnect />}
      <p>
        <button type="button" className="link-button" onClick={submit}>
          Try again
        </button>
      </p>
      {refusal.requestId && <p className="quiet">Request id: {refusal.requestId}</p>}
    </div>
  )
}

interface MessageDialogProps {
  begins: DialogBegins['message']
  close: () => void
}

/**
 * Writes a message to one recipient, or an answer to those whom it begins with, and sends it through the connected
 * account. What could not be sent stays, and is sent once however often it is tried (MSG-1, TRUST-28).
 */
export const MessageDialog = ({ begins, close }: MessageDialogProps) => {
  const { to = nobody, subject = '', text = '', in_reply_to } = begins
  const [send] = useSendMessageMutation()
  const draft = { name: ['message', in_reply_to ?? 'new', ...to.map(({ email }) => email)].join(':') }
  const keyFor = useSubmissionKey(draft.name)
  const initialValues = useMemo<Values>(() => ({ to: [...to], subject, text }), [to, subject, text])
  const Recipients = to.length > 1 ? ParticipantsField : ParticipantField
  return (
    <FormDialog<Values>
      title="MESSAGE"
      saveLabel="Send"
      width={720}
      initialValues={initialValues}
      schema={schema}
      submit={(values) => {
        const body = { ...values, subject: values.subject.trim(), ...(in_reply_to && { in_reply_to }) }
        return send({ body, key: keyFor(body) }).unwrap()
      }}
      explain={(refusal) => (refusal.fields ? undefined : <Unsent refusal={refusal} />)}
      draft={draft}
      close={close}
    >
      <TextField {...frame('subject')} max={messageRequest.fields.subject.max} />
      <Recipients {...frame('to')} />
      <RichTextField {...frame('text')} takesFocus={text !== ''} fromStart />
    </FormDialog>
  )
}
