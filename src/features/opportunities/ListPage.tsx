import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { opportunitiesApi } from '../../api/opportunitiesApi'
import { contract } from '../../contract'
import { ColumnMenu } from '../../ui/ColumnMenu'
import { LinkButton } from '../../ui/LinkButton'
import { ListToolbar } from '../../ui/ListToolbar'
import { PageHeader } from '../../ui/PageHeader'
import { Pagination } from '../../ui/Pagination'
import { ResourceTable } from '../../ui/ResourceTable'
import { useColumns } from '../../ui/useColumns'
import { useListState } from '../../ui/useListState'
import { useResourceList } from '../../ui/useResourceList'
import { columns as allColumns } from './columns'

const CreateButton = () => (
  <LinkButton to="/mpg/opportunities/new" type="primary" icon={<PlusOutlined aria-hidden />}>
    Create Opportunity
  </LinkButton>
)

/** /mpg/opportunities and / (OPL-1). */
export const Page = () => {
  const list = useListState(contract.opportunities)
  const answered = useResourceList('opportunities', opportunitiesApi.endpoints.opportunitiesList, list)
  const columns = useColumns('opportunities', allColumns)
  return (
    <>
      <PageHeader title="Opportunities" actions={<CreateButton />} />
      <ListToolbar list={list} searchLabel="Search opportunities">
        <ColumnMenu columns={columns} />
      </ListToolbar>
      <ResourceTable
        noun="opportunities"
        columns={columns.shown}
        moveEdge={columns.moveEdge}
        idOf={(row) => row.opportunity_id}
        list={list}
        answered={answered}
        whenEmpty={<CreateButton />}
      />
      <Pagination list={list} answered={answered} />
    </>
  )
}
