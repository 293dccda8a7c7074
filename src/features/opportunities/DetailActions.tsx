import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import Button from 'antd/es/button'
import { lazy, Suspense, useState } from 'react'
import { useRow } from '../../api/hooks'
import { opportunitiesApi } from '../../api/opportunitiesApi'
import type { Row } from '../../contract'
import { LinkButton } from '../../ui/LinkButton'
import { Neighbours } from '../../ui/Neighbours'
import { useNeighbours } from '../../ui/useNeighbours'
import type { DetailTab } from './detailTabs'
import { listPath } from './trail'

const DeleteOpportunity = lazy(async () => ({
  default: (await import('./DeleteOpportunity')).DeleteOpportunity,
}))

interface DetailActionsProps {
  opportunity: Row<'opportunities'>
  /** Its neighbours open at the same one. */
  tab: DetailTab
}

const OtherOpportunities = ({ id, tab }: { id: number; tab: DetailTab }) => {
  const found = useNeighbours('opportunities', opportunitiesApi.endpoints.opportunitiesList, id)
  const previous = useRow('opportunities', found?.previous)
  const next = useRow('opportunities', found?.next)
  if (!found) return null
  const to = (other: number | undefined, row: Row<'opportunities'> | undefined) =>
    other === undefined ? undefined : { name: row?.opportunity_name, to: `${listPath}/${other}/${tab}` }
  return <Neighbours previous={to(found.previous, previous)} next={to(found.next, next)} />
}

/** What can be done with an opportunity, and where one can go on from it (OPD-2). */
export const DetailActions = ({ opportunity, tab }: DetailActionsProps) => {
  const [isDoomed, setIsDoomed] = useState(false)
  const { opportunity_id: id } = opportunity
  return (
    <>
      <OtherOpportunities id={id} tab={tab} />
      <LinkButton to={`${listPath}/${id}/edit`} icon={<EditOutlined aria-hidden />}>
        Edit
      </LinkButton>
      <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setIsDoomed(true)}>
        Delete
      </Button>
      <Suspense>
        {isDoomed && <DeleteOpportunity opportunity={opportunity} close={() => setIsDoomed(false)} />}
      </Suspense>
    </>
  )
}
