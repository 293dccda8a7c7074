import { useRow } from '../../api/kit/hooks'
import { DeletedMark } from '../../ui/value/DeletedMark'

/** An opportunity's name, marked if it is in the trash. */
export const OpportunityName = ({ id }: { id: number }) => {
  const opportunity = useRow('opportunities', id)
  return (
    opportunity && (
      <>
        {opportunity.opportunity_name}
        <DeletedMark since={opportunity.deleted_at} />
      </>
    )
  )
}
