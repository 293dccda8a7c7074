import type { Row } from '../../contract'
import { columnOf } from '../../resources/kit/columnOf'
import { organizationFieldMeta } from '../../resources/organizations/fieldMeta'
import { OrganizationLink } from '../../resources/organizations/OrganizationLink'
import { TeamLock } from '../../resources/teams/TeamLock'
import type { Column } from '../../ui/table/columns'

/** The organization list, left to right; every column sorts (ORG-1). */
export const columns: readonly Column<Row<'organizations'>>[] = [
  columnOf(organizationFieldMeta, 'name', {
    isName: true,
    width: '36%',
    show: ({ organization_id, team_id }) => (
      <>
        {team_id !== null && <TeamLock id={team_id} brief />}
        <OrganizationLink id={organization_id} />
      </>
    ),
  }),
  columnOf(organizationFieldMeta, 'tax_id', { width: '16%' }),
  columnOf(organizationFieldMeta, 'duns_number', { width: '16%' }),
  columnOf(organizationFieldMeta, 'bin_number', { width: '16%' }),
  columnOf(organizationFieldMeta, 'zoominfo_id', { width: '16%' }),
  columnOf(organizationFieldMeta, 'team_id', { width: '12%', matters: 'wide', isOptional: true }),
]
