import { BusyButton } from '../../ui/feedback/BusyButton'
import { FormNavigationGuard } from '../../ui/form/FormNavigationGuard'
import { useSubmission } from '../../ui/form/useSubmission'

/** The save button of a section with a form of its own, and the navigationGuard. */
export const SectionActions = ({ label = 'Save' }: { label?: string }) => {
  const { isBusy } = useSubmission()
  return (
    <div>
      <FormNavigationGuard />
      <BusyButton type="primary" htmlType="submit" busy={isBusy}>
        {label}
      </BusyButton>
    </div>
  )
}
