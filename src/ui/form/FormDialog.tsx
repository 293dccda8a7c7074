import Button from 'antd/es/button'
import { useFormikContext } from 'formik'
import type { ReactNode } from 'react'
import { Dialog } from '../dialog/Dialog'
import { FormBody, FormState, type FormStateProps } from './EditForm'
import type { ExplainRefusal } from './FormProblems'

interface FormDialogProps<V extends object> extends FormStateProps<V> {
  title: string
  saveLabel?: string
  /** In CSS pixels. */
  width?: number
  /** Says more of a refusal than its bare message, where it can. */
  explain?: ExplainRefusal | undefined
  close: () => void
}

type DialogBodyProps = Required<Pick<FormDialogProps<object>, 'title' | 'saveLabel' | 'close'>> & {
  width: number | undefined
  explain: ExplainRefusal | undefined
  children: ReactNode
}

const DialogBody = ({ title, saveLabel, width, explain, close, children }: DialogBodyProps) => {
  const { dirty, isSubmitting } = useFormikContext()
  return (
    <Dialog title={title} close={close} busy={isSubmitting} dirty={dirty} {...(width && { width })}>
      <FormBody label={title} {...(explain && { explain })}>
        {children}
        <div className="dialog-actions">
          <Button disabled={isSubmitting} onClick={close}>
            Cancel
          </Button>
          <Button type="primary" htmlType="submit" loading={isSubmitting}>
            {saveLabel}
          </Button>
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
  close,
  submit,
  children,
  ...form
}: FormDialogProps<V>) => (
  <FormState
    {...form}
    submit={async (values) => {
      await submit(values)
      close()
    }}
  >
    <DialogBody title={title} saveLabel={saveLabel} width={width} explain={explain} close={close}>
      {children}
    </DialogBody>
  </FormState>
)
