import { BusyButton } from '../../ui/feedback/BusyButton'
import { GuardLeaving } from '../../ui/form/GuardLeaving'
import { useSubmission } from '../../ui/form/useSubmission'

/** The save button of a section with a form of its own, and the navigationGuard. */
export const SectionActions = ({ label = 'Save' }: { label?: string }) => {
  const { isBusy } = useSubmission()
  return (
    <div>
      <GuardLeaving />
      <BusyButton type="primary" htmlType="submit" busy={isBusy}>
        {label}
      </BusyButton>
    </div>
  )
}
