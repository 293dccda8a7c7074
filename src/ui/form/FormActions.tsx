import Button from 'antd/es/button'
import { useFormikContext } from 'formik'
import type { ReactNode } from 'react'
import { GuardLeaving } from './GuardLeaving'

interface FormActionsProps {
  saveLabel?: string
  cancel: () => void
  /** Further actions, behind Save and Cancel. */
  children?: ReactNode
}

/** At the end of a page's form: Save, Cancel, and nobody leaves by mistake. */
export const FormActions = ({ saveLabel = 'Save', cancel, children }: FormActionsProps) => {
  const { isSubmitting } = useFormikContext()
  return (
    <div className="form-actions">
      <GuardLeaving />
      <Button type="primary" htmlType="submit" loading={isSubmitting}>
        {saveLabel}
      </Button>
      <Button disabled={isSubmitting} onClick={cancel}>
        Cancel
      </Button>
      {children}
    </div>
  )
}
