import { Button } from '../antd/Button'
import { useFormikContext } from 'formik'
import type { ReactNode } from 'react'
import { Dialog } from '../dialog/Dialog'
import { BusyButton } from '../feedback/BusyButton'
import { FormBody, FormState, type FormStateProps } from './EditForm'
import type { DraftProps } from './FormDraft'
import type { ExplainRefusal } from './FormProblems'
import { FormNavigationGuard } from './FormNavigationGuard'
import { savesByKey } from './pageSaveKey'
import { DisabledWhileSaving } from './DisabledWhileSaving'
import { useAbandon, useSubmission } from './useSubmission'

interface FormDialogProps<V extends object> extends Omit<FormStateProps<V>, 'done'> {
  title: string
  saveLabel?: string
  /** In CSS pixels. */
  width?: number
  /** Explains a refusal in more detail than the server's message. */
  explain?: ExplainRefusal | undefined
  /** Further actions beside Save and Cancel; gets whether a request is pending. */
  actions?: ((isBusy: boolean) => ReactNode) | undefined
  draft: DraftProps | null
  /** Whether it holds something beside its fields that would be lost. */
  holdsMore?: boolean
  close: () => void
}

type DialogBodyProps = Required<Pick<FormDialogProps<object>, 'title' | 'saveLabel' | 'close'>> & {
  width: number | undefined
  explain: ExplainRefusal | undefined
  actions: FormDialogProps<object>['actions']
  draft: FormDialogProps<object>['draft']
  holdsMore: boolean
  children: ReactNode
}

const DialogBody = ({
  title,
  saveLabel,
  width,
  explain,
  actions,
  draft,
  holdsMore,
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
    <Dialog title={title} close={giveUp} busy={isBusy} dirty={dirty || holdsMore} {...(width && { width })}>
      <FormBody label={title} draft={draft} {...(explain && { explain })}>
        <FormNavigationGuard />
        <DisabledWhileSaving>{children}</DisabledWhileSaving>
        <div className="dialog-actions" ref={savesByKey}>
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

/** A form in a dialog, which closes after saving. */
export const FormDialog = <V extends object>({
  title,
  saveLabel = 'Save',
  width,
  explain,
  actions,
  draft,
  holdsMore = false,
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
      holdsMore={holdsMore}
      close={close}
    >
      {children}
    </DialogBody>
  </FormState>
)
