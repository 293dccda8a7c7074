import type { ReactNode } from 'react'
import type { ResourceName, Row } from '../../contract'
import { FormBody, FormState } from '../../ui/form/EditForm'
import { FollowRow } from '../../ui/form/FollowRow'
import { FormActions } from '../../ui/form/FormActions'
import { FormDialog } from '../../ui/form/FormDialog'
import type { ExplainRefusal } from '../../ui/form/FormProblems'
import { ChangedMeanwhile } from './ChangedMeanwhile'
import { RecordConflict } from './RecordConflict'
import { StillFields } from '../../ui/form/StillFields'
import type { RecordFormState } from './useRecordForm'

interface FormProps<N extends ResourceName, V extends object> {
  form: RecordFormState<N, V>
  /** The fields. */
  children: ReactNode
}

/** Inside the form: until something is typed it follows its record; from then on it says what others make of that. */
export const Following = <N extends ResourceName, V extends object>({
  form,
}: Pick<FormProps<N, V>, 'form'>) => {
  const { base, known, take } = form
  return (
    base &&
    known && (
      <>
        <FollowRow base={base} known={known} take={take} />
        <ChangedMeanwhile form={form} known={known} />
      </>
    )
  )
}

/** A save that met somebody else's is told as what it is; what else is said of a refusal is this form's own. */
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

interface RecordFormProps<N extends ResourceName, V extends object> extends FormProps<N, V> {
  /** What the form is for, for screen readers. */
  label: string
  /** After it has been saved. */
  done: () => void
  cancel: () => void
  /** Further actions, beside Save and Cancel. */
  actions?: ReactNode
  /** Says more of a refusal than its bare message, where it can. */
  explain?: ExplainRefusal
}

/** A page's form over one record: its fields, Save and Cancel, and what is in the way of saving. */
export const RecordForm = <N extends ResourceName, V extends object>({
  form,
  label,
  done,
  cancel,
  actions,
  explain,
  children,
}: RecordFormProps<N, V>) => (
  <FormState
    initialValues={form.initialValues}
    schema={form.schema}
    submit={form.submit}
    done={done}
    restarts
  >
    <FormBody label={label} draft={form.draft} explain={explained(form, explain)}>
      <Following form={form} />
      <StillFields>{children}</StillFields>
      <FormActions cancel={cancel}>{actions}</FormActions>
    </FormBody>
  </FormState>
)

interface RecordDialogProps<N extends ResourceName, V extends object> extends FormProps<N, V> {
  title: string
  /** In CSS pixels. */
  width?: number
  /** Beside Save and Cancel: what else can be done with the record. */
  actions?: ((isBusy: boolean) => ReactNode) | undefined
  close: () => void
}

/** The same in a window of its own, which closes once the record has been saved. */
export const RecordDialog = <N extends ResourceName, V extends object>({
  form,
  title,
  width,
  actions,
  close,
  children,
}: RecordDialogProps<N, V>) => (
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
