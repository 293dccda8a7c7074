import { useMemo } from 'react'
import { contractsApi } from '../../api/contractsApi'
import { ListBody } from '../../ui/list/ListBody'
import { useListState } from '../../ui/list/useListState'
import { ownColumns } from './columns'
import { contractListRules } from './listRules'

interface ContractsTabProps {
  of: 'organization' | 'opportunity'
  id: number
}

/** The contracts of an organization or an opportunity, paginated (CTR-1). */
export const ContractsTab = ({ of, id }: ContractsTabProps) => {
  const list = useListState(contractListRules)
  const within = useMemo(() => ({ [of]: String(id) }), [of, id])
  return (
    <ListBody
      resource="contracts"
      endpoint={contractsApi.list}
      list={list}
      within={within}
      noun="contracts"
      columns={ownColumns}
      emptyDescription="The award of a quote makes a contract, which then stands here."
    />
  )
}
