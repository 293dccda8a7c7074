import { useDetachOrganizationsMutation } from '../../api/opportunitiesApi'
import type { Row } from '../../contract'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog'
import { useAttempt } from '../../ui/dialog/useAttempt'

interface UnlinkOrganizationProps {
  opportunity: Row<'opportunities'>
  organization: Row<'organizations'>
  close: () => void
}

/** Asks before an organization is taken off an opportunity; the organization itself stays. */
export const UnlinkOrganization = ({
  opportunity: { opportunity_id, opportunity_name, organizations, version },
  organization: { organization_id, name },
  close,
}: UnlinkOrganizationProps) => {
  const [unlink] = useDetachOrganizationsMutation()
  const { isBusy, error, attempt } = useAttempt(
    () => unlink({ id: opportunity_id, changed: [organization_id], organizations, version }).unwrap(),
    close,
  )
  return (
    <ConfirmDialog
      title="Remove Organization"
      confirmLabel="Remove"
      danger
      busy={isBusy}
      error={error}
      confirm={attempt}
      cancel={close}
    >
      <p>
        <strong>{name}</strong> will no longer be an organization of <strong>{opportunity_name}</strong>. The
        organization itself and its bids stay.
      </p>
    </ConfirmDialog>
  )
}
