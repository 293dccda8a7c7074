import { contractsApi } from '../../api/contractsApi'
import { nameOf } from '../../contract'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordField } from '../../ui/form/RecordField'

/** A picker of a contract, searched on the server. */
export const ContractField = (frame: FieldProps) => (
  <RecordField
    {...frame}
    resource="contracts"
    endpoint={contractsApi.list}
    rowEndpoint={contractsApi.row}
    labelOf={(row) => nameOf('contracts', row)}
  />
)
