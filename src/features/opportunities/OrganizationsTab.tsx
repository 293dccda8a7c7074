import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from '../../ui/antd/Button'
import { useState } from 'react'
import type { Row } from '../../contract'
import { isNameOnly } from '../../store/nameOnly'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { LinkButton } from '../../ui/page/LinkButton'
import { counted } from '../../ui/value/numbers'
import { SearchInput } from '../../ui/list/SearchInput'
import { NamedPanel, OrganizationPanel, WaitingPanel } from './OrganizationPanel'
import { matches, useLegalEntities } from './useLegalEntities'
import { useCreditSetups } from './useCreditSetups'
import './organizations-tab.css'
import { organizationPaths } from '../../resources/organizations/paths'
import { IfAllowed } from '../../resources/kit/IfAllowed'

const UnlinkOrganization = lazyDialog(async () => (await import('./UnlinkOrganization')).UnlinkOrganization)

interface EntitiesProps {
  opportunity: Row<'opportunities'>
  q: string
  clear: () => void
}

/** Panels excluded by the search stay mounted, with any unsaved input. */
const Entities = ({ opportunity, q, clear }: EntitiesProps) => {
  const { opportunity_id, organizations: ids } = opportunity
  const entities = useLegalEntities(ids)
  const setups = useCreditSetups(opportunity_id)
  const [leaving, setLeaving] = useState<Row<'organizations'> | null>(null)
  const [first] = ids
  const found = entities.filter((entity) => matches(entity, q))

  if (ids.length === 0)
    return (
      <EmptyState
        title="There is no data."
        hint="The legal entities that the deal is for belong here, with their credit setups."
      >
        <LinkButton to={organizationPaths.bureauSearch(opportunity_id)}>
          Find the first organization
        </LinkButton>
      </EmptyState>
    )
  return (
    <>
      <p className="visually-hidden" role="status">
        {q && `${counted(found.length, 'organization')} found`}
      </p>
      {entities.length > 0 && found.length === 0 && (
        <EmptyState title={`No organizations match “${q.trim()}”.`}>
          <Button onClick={clear}>Clear the search</Button>
        </EmptyState>
      )}
      <div className="organization-panels">
        {entities.map((entity) => {
          const { organization } = entity
          const shared = {
            isFirst: organization.organization_id === first,
            isHidden: !found.includes(entity),
            unlink: () => setLeaving(organization),
          }
          return isNameOnly(organization) ? (
            <NamedPanel key={organization.organization_id} name={organization.name} {...shared} />
          ) : (
            <OrganizationPanel
              key={organization.organization_id}
              opportunityId={opportunity_id}
              entity={entity}
              setups={setups}
              {...shared}
            />
          )
        })}
        {ids.slice(entities.length).map((id) => (
          <WaitingPanel key={id} isFirst={id === first} />
        ))}
      </div>
      {leaving && (
        <UnlinkOrganization opportunity={opportunity} organization={leaving} close={() => setLeaving(null)} />
      )}
    </>
  )
}

/** The legal entities of an opportunity (OPD-8). */
export const OrganizationsTab = ({ opportunity }: { opportunity: Row<'opportunities'> | undefined }) => {
  const [q, setQ] = useState('')
  return (
    <>
      <div className="organizations-toolbar">
        <SearchInput label="Search organizations" value={q} change={setQ} />
        <IfAllowed to="change" of="opportunities">
          <LinkButton
            to={organizationPaths.bureauSearch(opportunity?.opportunity_id)}
            type="primary"
            icon={<PlusOutlined aria-hidden />}
          >
            Add
          </LinkButton>
        </IfAllowed>
      </div>
      {opportunity ? (
        <Entities opportunity={opportunity} q={q} clear={() => setQ('')} />
      ) : (
        <div className="organization-panels">
          <WaitingPanel isFirst />
        </div>
      )}
    </>
  )
}
