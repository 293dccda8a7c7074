import { Button } from '../../ui/antd/Button'
import { useState } from 'react'
import { useAppSelector, useIsAllowed, useRow } from '../../api/kit/hooks'
import { useChangeOrganizationFieldMutation } from '../../api/organizationsApi'
import { contract } from '../../contract'
import { addressLine } from '../../resources/addresses/addressLine'
import { DuplicateNotice } from '../../resources/kit/Duplicates'
import { useFieldSave } from '../../resources/kit/useFieldSave'
import { organizationFieldMeta } from '../../resources/organizations/fieldMeta'
import { organizationName } from '../../resources/organizations/paths'
import { OrganizationDuplicates } from '../../resources/organizations/OrganizationDuplicates'
import { InlineField } from '../../ui/form/InlineField'
import { useDraftName } from '../../ui/form/useDraftName'
import { CreditSetup } from './CreditSetup'
import type { CreditSetups } from './useCreditSetups'
import type { LegalEntity } from './useLegalEntities'
import { IfAllowed } from '../../resources/kit/IfAllowed'

/** The external numbers of an organization (OPD-9). */
const numbers = [
  ['tax_id', 'Tax ID'],
  ['bin_number', 'Bin'],
  ['zoominfo_id', 'ZoomInfo ID'],
  ['duns_number', 'DUNS Number'],
] as const

type NumberName = (typeof numbers)[number][0]

const { fields, duplicates } = contract.organizations
/** The panel's own label of this number. */
const duplicateWords = { bin_number: 'the Bin' }

interface PanelProps {
  /** The first panel is expanded initially. */
  isFirst: boolean
  /** Excluded by the search. */
  isHidden: boolean
  unlink: () => void
}

interface OrganizationPanelProps extends PanelProps {
  opportunityId: number
  entity: LegalEntity
  setups: CreditSetups
}

const LegalAddress = ({ address, organization }: LegalEntity) => {
  // Without an address, only the state that it was created with is known.
  const state = useRow('states', address ? address.state : organization.home_state)
  return (
    <div>
      <dt>Legal Address</dt>
      <dd>{address || state ? addressLine(address ?? {}, state) : <span className="quiet">–</span>}</dd>
    </div>
  )
}

const RemoveButton = ({ name, unlink }: Pick<PanelProps, 'unlink'> & { name: string }) => (
  <IfAllowed to="change" of="opportunities">
    <Button aria-label={`Remove ${name}`} onClick={unlink}>
      Remove
    </Button>
  </IfAllowed>
)

const draftOf = (organization: number, field: NumberName) => `organization ${organization} ${field}`

/** Whether a lost session has left one of the numbers unsaved. */
const useHasDraft = (organization: number): boolean => {
  const prefix = useDraftName('')
  return useAppSelector(({ drafts }) =>
    numbers.some(([field]) => `${prefix}${draftOf(organization, field)}` in drafts),
  )
}

/** One organization of an opportunity, expanded or collapsed. */
export const OrganizationPanel = ({
  opportunityId,
  entity: { organization, address },
  setups,
  isFirst,
  isHidden,
  unlink,
}: OrganizationPanelProps) => {
  const { organization_id } = organization
  const hasDraft = useHasDraft(organization_id)
  const [isOpen, setIsOpen] = useState(isFirst || hasDraft)
  /** The numbers edited so far, with their typed texts; null for the stored value. */
  const [typed, setTyped] = useState<Partial<Record<NumberName, string | null>>>({})
  const [change] = useChangeOrganizationFieldMutation()
  const save = useFieldSave(organizationFieldMeta, organization, change)
  const mayChange = useIsAllowed('organizations', 'change')
  const name = organizationName(organization)
  const edited = Object.fromEntries(
    Object.entries(typed).map(([field, text]) => [field, text ?? organization[field as NumberName]]),
  )
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
            <LegalAddress address={address} organization={organization} />
          </dl>
          <RemoveButton name={name} unlink={unlink} />
        </div>
        <OrganizationDuplicates given={edited} own={organization_id} words={duplicateWords}>
          <div className="organization-numbers">
            {numbers.map(([field, label]) => (
              <InlineField
                key={field}
                label={label}
                name={draftOf(organization_id, field)}
                value={organization[field]}
                version={organization.version}
                max={fields[field].max}
                save={save(field)}
                readOnly={!mayChange}
                typing={(text) => setTyped((others) => ({ ...others, [field]: text }))}
                notice={field in duplicates.criteria && <DuplicateNotice by={field} />}
              />
            ))}
          </div>
        </OrganizationDuplicates>
        <CreditSetup opportunity={opportunityId} organization={organization_id} setups={setups} />
      </div>
    </details>
  )
}

/** An organization of an opportunity of which the user sees the name only (TEAM-6). */
export const NamedPanel = ({ name, isFirst, isHidden, unlink }: PanelProps & { name: string }) => (
  <details className="organization-panel" hidden={isHidden} open={isFirst}>
    <summary>
      <h2>{organizationName({ name })}</h2>
    </summary>
    <div className="organization-panel-body">
      <div className="organization-panel-head">
        <p className="quiet">It is limited to a team that you are not in.</p>
        <RemoveButton name={organizationName({ name })} unlink={unlink} />
      </div>
    </div>
  </details>
)

/** Placeholder of a panel whose organization is loading. */
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
