import { useDetachOrganizationsMutation } from '../../api/opportunitiesApi'
import type { Row } from '../../contract'
import { organizationName } from '../../resources/organizations/paths'
import { ActionDialog } from '../../ui/dialog/ActionDialog'

interface UnlinkOrganizationProps {
  opportunity: Row<'opportunities'>
  organization: Row<'organizations'>
  close: () => void
}

/** Confirmation before an organization is removed from an opportunity; the organization itself stays. */
export const UnlinkOrganization = ({
  opportunity: { opportunity_id, opportunity_name, organizations, version },
  organization: { organization_id, ...organization },
  close,
}: UnlinkOrganizationProps) => {
  const [unlink] = useDetachOrganizationsMutation()
  return (
    <ActionDialog
      title="Remove Organization"
      confirmLabel="Remove"
      danger
      act={() => unlink({ id: opportunity_id, changed: [organization_id], organizations, version }).unwrap()}
      close={close}
    >
      <p>
        <strong>{organizationName(organization)}</strong> will no longer be an organization of{' '}
        <strong>{opportunity_name}</strong>. The organization itself and its bids stay.
      </p>
    </ActionDialog>
  )
}
