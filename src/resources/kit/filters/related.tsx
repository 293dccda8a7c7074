import type { ComponentType } from 'react'
import { opportunitiesApi } from '../../../api/opportunitiesApi'
import { organizationsApi } from '../../../api/organizationsApi'
import { allStates, statesApi } from '../../../api/statesApi'
import { tagsApi } from '../../../api/tagsApi'
import { teamsApi } from '../../../api/teamsApi'
import { accountsApi } from '../../../api/usersApi'
import { utilityStatesApi } from '../../../api/utilityStatesApi'
import type { FieldProps } from '../../../ui/form/FieldFrame'
import { RecordsField } from '../../../ui/form/RecordField'
import { useUtilityStateName } from '../../bids/names'
import { OrganizationsField } from '../../organizations/OrganizationField'
import { TagsField } from '../../tags/TagsField'
import type { ReadRow } from '../deletedName'

/** How filters choose among the records of a resource, and load those of which only the id is known. */
interface RelatedRecords {
  Picker: ComponentType<FieldProps>
  row: ReadRow
}

const opportunity = opportunitiesApi.endpoints.opportunity
const utilityState = utilityStatesApi.row
/** All states are read at once. */
const state: ReadRow = { useQuery: () => statesApi.endpoints.statesList.useQuery(allStates) }

const OpportunitiesPicker = (frame: FieldProps) => (
  <RecordsField
    {...frame}
    resource="opportunities"
    endpoint={opportunitiesApi.endpoints.opportunitiesList}
    rowEndpoint={opportunity}
    labelOf={({ opportunity_name }) => opportunity_name}
  />
)

const UsersPicker = (frame: FieldProps) => (
  <RecordsField
    {...frame}
    resource="users"
    endpoint={accountsApi.list}
    rowEndpoint={accountsApi.row}
    labelOf={({ username }) => username}
  />
)

const StatesPicker = (frame: FieldProps) => (
  <RecordsField
    {...frame}
    resource="states"
    endpoint={statesApi.endpoints.statesList}
    rowEndpoint={state}
    labelOf={({ name, acronym }) => `${name} (${acronym})`}
  />
)

const ServicesPicker = (frame: FieldProps) => (
  <RecordsField
    {...frame}
    resource="utilityStates"
    endpoint={utilityStatesApi.list}
    rowEndpoint={utilityState}
    labelOf={useUtilityStateName()}
  />
)

const TeamsPicker = (frame: FieldProps) => (
  <RecordsField
    {...frame}
    resource="teams"
    endpoint={teamsApi.list}
    rowEndpoint={teamsApi.row}
    labelOf={({ name }) => name}
  />
)

/** By the resources that filterable relations lead to. */
export const related: Readonly<Record<string, RelatedRecords>> = {
  opportunities: { Picker: OpportunitiesPicker, row: opportunity },
  organizations: { Picker: OrganizationsField, row: organizationsApi.endpoints.organization },
  tags: { Picker: TagsField, row: tagsApi.row },
  teams: { Picker: TeamsPicker, row: teamsApi.row },
  users: { Picker: UsersPicker, row: accountsApi.row },
  states: { Picker: StatesPicker, row: state },
  utilityStates: { Picker: ServicesPicker, row: utilityState },
}
