import { Button } from '../../ui/button/Button'
import { useState } from 'react'
import { useRow } from '../../api/kit/hooks'
import { useChangeOrganizationFieldMutation } from '../../api/organizationsApi'
import { contract } from '../../contract'
import { addressLine } from '../../records/addresses/addressLine'
import { InlineField } from '../../ui/form/InlineField'
import { CreditSetup } from './CreditSetup'
import type { CreditSetups } from './useCreditSetups'
import type { LegalEntity } from './useLegalEntities'

/** The numbers by which others know an organization (OPD-9). */
const numbers = [
  ['tax_id', 'Tax ID'],
  ['bin_number', 'Bin'],
  ['zoominfo_id', 'ZoomInfo ID'],
  ['duns_number', 'DUNS Number'],
] as const

const { fields } = contract.organizations

interface OrganizationPanelProps {
  opportunityId: number
  entity: LegalEntity
  setups: CreditSetups
  /** The first one is open to begin with. */
  isFirst: boolean
  /** The search is for others. */
  isHidden: boolean
  unlink: () => void
}

const LegalAddress = ({ address }: Pick<LegalEntity, 'address'>) => {
  const state = useRow('states', address?.state)
  return (
    <div>
      <dt>Legal Address</dt>
      <dd>{address ? addressLine(address, state) : <span className="quiet">–</span>}</dd>
    </div>
  )
}

/** One organization of an opportunity, open or closed. */
export const OrganizationPanel = ({
  opportunityId,
  entity: { organization, address },
  setups,
  isFirst,
  isHidden,
  unlink,
}: OrganizationPanelProps) => {
  const [isOpen, setIsOpen] = useState(isFirst)
  const [change] = useChangeOrganizationFieldMutation()
  const { organization_id, name } = organization
  return (
    <details
      className="organization-panel"
      hidden={isHidden}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <h2>{name}</h2>
      </summary>
      <div className="organization-panel-body">
        <div className="organization-panel-head">
          <dl>
            <LegalAddress address={address} />
          </dl>
          <Button aria-label={`Remove ${name}`} onClick={unlink}>
            Remove
          </Button>
        </div>
        <div className="organization-numbers">
          {numbers.map(([field, label]) => (
            <InlineField
              key={field}
              label={label}
              value={organization[field]}
              max={fields[field].max}
              save={(value) => change({ id: organization_id, body: { [field]: value } }).unwrap()}
            />
          ))}
        </div>
        <CreditSetup opportunity={opportunityId} organization={organization_id} setups={setups} />
      </div>
    </details>
  )
}

/** Keeps the place of a panel before its organization is known. */
export const WaitingPanel = ({ isFirst }: { isFirst: boolean }) => (
  <div className="organization-panel" role="status" aria-label="Loading">
    <div className="organization-panel-waiting">
      <span className="bar" />
    </div>
    {isFirst && (
      <div className="organization-panel-body">
        <div className="organization-panel-head-waiting">
          <span className="bar" />
          <span className="bar" />
        </div>
        <div className="organization-numbers">
          {numbers.map(([field]) => (
            <div key={field} className="organization-number-waiting">
              <span className="bar" />
            </div>
          ))}
        </div>
        <div className="credit-setup" />
      </div>
    )}
  </div>
)
