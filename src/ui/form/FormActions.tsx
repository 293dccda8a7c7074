import { Button } from '../antd/Button'
import type { ReactNode } from 'react'
import { BusyButton } from '../feedback/BusyButton'
import { FormNavigationGuard } from './FormNavigationGuard'
import { savesByKey } from './pageSaveKey'
import { useSubmission } from './useSubmission'

interface FormActionsProps {
  saveLabel?: string
  cancel: () => void
  /** Further actions, after Save and Cancel. */
  children?: ReactNode
}

/** The end of a page's form: Save, Cancel, and the navigationGuard. */
export const FormActions = ({ saveLabel = 'Save', cancel, children }: FormActionsProps) => {
  const { isBusy } = useSubmission()
  return (
    <div className="form-actions" ref={savesByKey}>
      <FormNavigationGuard />
      <BusyButton type="primary" htmlType="submit" busy={isBusy}>
        {saveLabel}
      </BusyButton>
      <Button disabled={isBusy} onClick={cancel}>
        Cancel
      </Button>
      {children}
    </div>
  )
}
