import { Button } from '../button/Button'
import { useFormikContext } from 'formik'
import type { ReactNode } from 'react'
import { Dialog } from '../dialog/Dialog'
import { BusyButton } from '../feedback/BusyButton'
import { FormBody, FormState, type FormStateProps } from './EditForm'
import type { DraftProps } from './FormDraft'
import type { ExplainRefusal } from './FormProblems'
import { GuardLeaving } from './GuardLeaving'
import { StillFields } from './StillFields'
import { useAbandon, useSubmission } from './useSubmission'

interface FormDialogProps<V extends object> extends Omit<FormStateProps<V>, 'done'> {
  title: string
  saveLabel?: string
  /** In CSS pixels. */
  width?: number
  /** Says more of a refusal than its bare message, where it can. */
  explain?: ExplainRefusal | undefined
  /** Beside Save and Cancel: what else can be done; told whether something is under way. */
  actions?: ((isBusy: boolean) => ReactNode) | undefined
  draft: DraftProps | null
  close: () => void
}

type DialogBodyProps = Required<Pick<FormDialogProps<object>, 'title' | 'saveLabel' | 'close'>> & {
  width: number | undefined
  explain: ExplainRefusal | undefined
  actions: FormDialogProps<object>['actions']
  draft: FormDialogProps<object>['draft']
  children: ReactNode
}

const DialogBody = ({
  title,
  saveLabel,
  width,
  explain,
  actions,
  draft,
  close,
  children,
}: DialogBodyProps) => {
  const { dirty } = useFormikContext()
  const { isBusy } = useSubmission()
  const abandon = useAbandon()
  const giveUp = () => {
    abandon()
    close()
  }
  return (
    <Dialog title={title} close={giveUp} busy={isBusy} dirty={dirty} {...(width && { width })}>
      <FormBody label={title} draft={draft} {...(explain && { explain })}>
        <GuardLeaving />
        <StillFields>{children}</StillFields>
        <div className="dialog-actions">
          {actions && <div className="dialog-actions-apart">{actions(isBusy)}</div>}
          <Button disabled={isBusy} onClick={giveUp}>
            Cancel
          </Button>
          <BusyButton type="primary" htmlType="submit" busy={isBusy}>
            {saveLabel}
          </BusyButton>
        </div>
      </FormBody>
    </Dialog>
  )
}

/** A form in a window of its own, which closes once it has been saved. */
export const FormDialog = <V extends object>({
  title,
  saveLabel = 'Save',
  width,
  explain,
  actions,
  draft,
  close,
  children,
  ...form
}: FormDialogProps<V>) => (
  <FormState {...form} done={close}>
    <DialogBody
      title={title}
      saveLabel={saveLabel}
      width={width}
      explain={explain}
      actions={actions}
      draft={draft}
      close={close}
    >
      {children}
    </DialogBody>
  </FormState>
)
