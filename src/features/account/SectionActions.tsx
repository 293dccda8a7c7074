import { BusyButton } from '../../ui/feedback/BusyButton'
import { GuardLeaving } from '../../ui/form/GuardLeaving'
import { useSubmission } from '../../ui/form/useSubmission'

/** Saves a section that is a form of its own; nobody leaves it by mistake. */
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
