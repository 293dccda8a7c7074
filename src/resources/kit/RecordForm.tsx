import type { ReactNode } from 'react'
import { usePermission } from '../../api/kit/hooks'
import type { ResourceName, Row } from '../../contract'
import { Dialog } from '../../ui/dialog/Dialog'
import { FormBody, FormState } from '../../ui/form/EditForm'
import { SyncWithRow } from '../../ui/form/SyncWithRow'
import { FormActions } from '../../ui/form/FormActions'
import { FormDialog } from '../../ui/form/FormDialog'
import type { ExplainRefusal } from '../../ui/form/FormProblems'
import { ChangedMeanwhile } from './ChangedMeanwhile'
import { RecordConflict } from './RecordConflict'
import { Refused } from './Allowed'
import { DisabledWhileSaving } from '../../ui/form/DisabledWhileSaving'
import type { RecordFormState } from './useRecordForm'

interface FormProps<N extends ResourceName, V extends object> {
  form: RecordFormState<N, V>
  /** The fields. */
  children: ReactNode
}

/** In a form: takes over newer versions of its record until something is typed; after that it announces them. */
export const Following = <N extends ResourceName, V extends object>({
  form,
}: Pick<FormProps<N, V>, 'form'>) => {
  const { base, known, take } = form
  return (
    base &&
    known && (
      <>
        <SyncWithRow base={base} known={known} take={take} />
        <ChangedMeanwhile form={form} known={known} />
      </>
    )
  )
}

/** Adds the conflict panel to a form's own explanation of refusals. */
export const explained =
  <N extends ResourceName, V extends object>(
    form: RecordFormState<N, V>,
    explain?: ExplainRefusal,
  ): ExplainRefusal =>
  (refusal) =>
    refusal.code === 'stale_version' && refusal.current && form.base ? (
      <RecordConflict form={form} current={refusal.current as Row<N>} />
    ) : (
      explain?.(refusal)
    )

/** Why the user may not save a form, as a sentence, so that it is not filled in for nothing (ROLE-5); null where allowed. */
const useFormRefusal = <N extends ResourceName, V extends object>({
  fieldMeta: { resource },
  base,
}: RecordFormState<N, V>): string | null =>
  usePermission<N>(resource, base ? 'change' : 'create', base).reason

interface RecordFormProps<N extends ResourceName, V extends object> extends FormProps<N, V> {
  /** Accessible name of the form. */
  label: string
  /** Called after a successful save. */
  done: () => void
  cancel: () => void
  /** Further actions, beside Save and Cancel. */
  actions?: ReactNode
  /** Explains a refusal in more detail than the server's message. */
  explain?: ExplainRefusal
}

/** A page's form of one record: fields, Save and Cancel, errors and conflicts. */
export const RecordForm = <N extends ResourceName, V extends object>({
  form,
  label,
  done,
  cancel,
  actions,
  explain,
  children,
}: RecordFormProps<N, V>) => {
  const refusal = useFormRefusal(form)
  if (refusal !== null) return <Refused reason={refusal} leave={cancel} />
  return (
    <FormState
      initialValues={form.initialValues}
      schema={form.schema}
      submit={form.submit}
      done={done}
      restarts
    >
      <FormBody label={label} draft={form.draft} explain={explained(form, explain)}>
        <Following form={form} />
        <DisabledWhileSaving>{children}</DisabledWhileSaving>
        <FormActions cancel={cancel}>{actions}</FormActions>
      </FormBody>
    </FormState>
  )
}

interface RecordDialogProps<N extends ResourceName, V extends object> extends FormProps<N, V> {
  title: string
  /** In CSS pixels. */
  width?: number
  /** Further actions on the record, beside Save and Cancel. */
  actions?: ((isBusy: boolean) => ReactNode) | undefined
  close: () => void
}

/** The same in a dialog, which closes after saving. */
export const RecordDialog = <N extends ResourceName, V extends object>({
  form,
  title,
  width,
  actions,
  close,
  children,
}: RecordDialogProps<N, V>) => {
  const refusal = useFormRefusal(form)
  if (refusal !== null)
    return (
      <Dialog title={title} close={close}>
        <p>{refusal}</p>
      </Dialog>
    )
  return (
    <FormDialog
      title={title}
      initialValues={form.initialValues}
      schema={form.schema}
      submit={form.submit}
      restarts
      close={close}
      explain={explained(form)}
      actions={actions}
      draft={form.draft}
      {...(width && { width })}
    >
      <Following form={form} />
      {children}
    </FormDialog>
  )
}
