import { teamsApi } from '../../api/teamsApi'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordField } from '../../ui/form/RecordField'
import { useTeamChoice } from './useTeamChoice'

/** A picker of the team that a record is limited to (TEAM-4). */
export const TeamField = (frame: FieldProps) => (
  <RecordField
    {...frame}
    resource="teams"
    endpoint={teamsApi.list}
    rowEndpoint={teamsApi.row}
    filters={useTeamChoice().filters}
    labelOf={({ name }) => name}
    placeholder="All users"
  />
)
