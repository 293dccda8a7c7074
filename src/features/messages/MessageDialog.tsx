import { useFormikContext } from 'formik'
import { useMemo, useState } from 'react'
import { useSendMessageMutation } from '../../api/messagesApi'
import type { ApiError } from '../../api/kit/errors'
import type { Person } from '../../contract/fields'
import { mailNotConnected, messageRequest } from '../../contract/mail'
import { openFieldsProblem, templateFieldForm } from '../../contract/templateFields'
import type { DialogBegins } from '../../resources/frameDialogs'
import { frameOf } from '../../resources/kit/FieldInput'
import { messageFieldMeta } from '../../resources/messages/fieldMeta'
import { ParticipantField, ParticipantsField } from '../../resources/participants/ParticipantsField'
import { AuthorizationNote } from '../../resources/mailAccount/AuthorizationNote'
import { useAuthorization } from '../../resources/mailAccount/useAuthorization'
import { FormDialog } from '../../ui/form/FormDialog'
import { RichTextField } from '../../ui/form/RichTextField'
import { schemaOf } from '../../ui/form/schemaOf'
import { TextField } from '../../ui/form/TextField'
import { useSubmission } from '../../ui/form/useSubmission'
import { useSubmissionKey } from '../../ui/form/useSubmissionKey'
import type { FormValues } from '../../ui/form/values'
import { textIn } from '../../ui/richText/replaceText'
import { AttachedFiles } from './AttachedFiles'
import { TemplatePicker } from './TemplatePicker'

type Asked = 'to' | 'cc' | 'bcc' | 'subject' | 'text'
type Values = FormValues<(typeof messageRequest)['fields'], Asked>
/** What the schema is given: Formik leaves empty texts out. */
type Typed = Partial<Values>

const schema = schemaOf<(typeof messageRequest)['fields'], Asked>(messageRequest, [
  'to',
  'cc',
  'bcc',
  'subject',
  'text',
])
  .test('subject', ({ subject = '' }: Typed, { createError }) => {
    const message = openFieldsProblem(subject)
    return message === null || createError({ path: 'subject', message })
  })
  .test('text', ({ text = '' }: Typed, { createError }) => {
    const message = text.includes('{{') ? openFieldsProblem(textIn(text)) : null
    return message === null || createError({ path: 'text', message })
  })
const noPeople: readonly Person[] = []

/** What tells files from others, for the key under which they go out. */
const marksOf = (files: readonly File[]) =>
  files.map(({ name, size, lastModified }) => [name, size, lastModified])

const frame = (name: Asked) => frameOf({ of: messageFieldMeta, name })

/** Connects the account in a popup, so that the written text stays. */
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

/** Files are no field: what is wrong with them is said above. */
const hasFieldAtFault = ({ fields = {} }: ApiError) =>
  Object.keys(fields).some((name) => name !== messageRequest.form.file)

/** Why a message was not sent, and what to do; the written text stays (MSG-1). */
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

interface CopiesProps {
  isOpen: boolean
  open: () => void
}

/** The CC field, shown on demand, or where it has recipients. */
const Copies = ({ isOpen, open }: CopiesProps) => {
  const { cc, bcc } = useFormikContext<Values>().values
  if (!isOpen && cc.length === 0 && bcc.length === 0)
    return (
      <p>
        <button type="button" className="link-button" onClick={open}>
          Add Cc and Bcc
        </button>
      </p>
    )
  return (
    <>
      <ParticipantsField {...frame('cc')} />
      <ParticipantsField {...frame('bcc')} />
    </>
  )
}

interface MessageDialogProps {
  begins: DialogBegins['message']
  close: () => void
}

/**
 * Writes a message to one recipient, or a reply to the given ones, and sends it through the connected account. After a
 * failure text and files stay; repeated attempts send it once (MSG-1, TRUST-28).
 */
export const MessageDialog = ({ begins, close }: MessageDialogProps) => {
  const { to = noPeople, cc = noPeople, subject = '', text = '', in_reply_to, about } = begins
  const [send] = useSendMessageMutation()
  const recipients = [...to, ...cc].map(({ email }) => email)
  // Without recipients, those begun on different records are told apart by them.
  const of = recipients.length > 0 ? recipients : Object.entries(about ?? {}).map((one) => one.join(' '))
  const draft = { name: ['message', in_reply_to ?? 'new', ...of].join(':') }
  const keyFor = useSubmissionKey(draft.name)
  const initialValues = useMemo<Values>(
    () => ({ to: [...to], cc: [...cc], bcc: [], subject, text }),
    [to, cc, subject, text],
  )
  const [files, setFiles] = useState<readonly File[]>([])
  const [hasCopies, setHasCopies] = useState(cc.length > 0)
  const Recipients = to.length > 1 ? ParticipantsField : ParticipantField
  return (
    <FormDialog<Values>
      title="MESSAGE"
      saveLabel="Send"
      width={720}
      initialValues={initialValues}
      schema={schema}
      submit={(values) => {
        const { cc: copies, bcc: hidden, ...rest } = values
        const body = {
          ...rest,
          ...(copies.length > 0 && { cc: copies }),
          ...(hidden.length > 0 && { bcc: hidden }),
          subject: values.subject.trim(),
          ...(in_reply_to && { in_reply_to }),
        }
        const key = keyFor(files.length > 0 ? { ...body, files: marksOf(files) } : body)
        return send({ body, key, files }).unwrap()
      }}
      explain={(refusal) => (hasFieldAtFault(refusal) ? undefined : <Unsent refusal={refusal} />)}
      draft={draft}
      holdsMore={files.length > 0}
      close={close}
    >
      <TextField {...frame('subject')} />
      <Recipients {...frame('to')} />
      <Copies isOpen={hasCopies} open={() => setHasCopies(true)} />
      <TemplatePicker about={about} isAnswer={in_reply_to !== undefined} />
      <RichTextField {...frame('text')} takesFocus={text !== ''} fromStart marked={templateFieldForm} />
      <AttachedFiles files={files} change={setFiles} />
    </FormDialog>
  )
}
