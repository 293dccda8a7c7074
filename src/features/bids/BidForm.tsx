import type { ReactNode } from 'react'
import { useChangeBidMutation, useCreateBidMutation } from '../../api/bidsApi'
import type { Input, Row } from '../../contract'
import { bidFaces } from '../../records/bids/faces'
import { RecordForm } from '../../records/kit/RecordForm'
import { useRecordForm } from '../../records/kit/useRecordForm'
import { opportunityPaths } from '../../records/opportunities/paths'
import { OrganizationField } from '../../records/organizations/OrganizationField'
import { newBody } from '../../ui/form/values'
import { useGoBack } from '../../ui/page/useGoBack'
import { BidFields } from './BidFields'
import { CreationHint } from './CreationHint'
import { schema, valuesFrom } from './layout'

interface BidFormProps {
  /** What the form is for, for screen readers. */
  label: string
  opportunityId: number
  /** The opportunity's own, which are offered first. */
  organizations: readonly number[]
  /** As it is known so far; without one a new bid is made. */
  bid?: Row<'bids'>
  /** Reads the bid again, and with it who changed it. */
  readAgain?: () => void
  /** Further actions, beside Save and Cancel. */
  actions?: ReactNode
}

/** Makes a bid, or changes one (BID-2, BID-7). */
export const BidForm = ({ label, opportunityId, organizations, bid, readAgain, actions }: BidFormProps) => {
  const [create] = useCreateBidMutation()
  const [change] = useChangeBidMutation()
  const goBack = useGoBack(opportunityPaths.details(opportunityId))
  const form = useRecordForm({
    faces: bidFaces,
    row: bid,
    valuesFrom,
    schema,
    // The rules of the form have seen to what must be given.
    make: (values, once) => once(create, { ...newBody(values), opportunity: opportunityId } as Input<'bids'>),
    change,
    owner: opportunityId,
    readAgain,
  })

  return (
    <RecordForm form={form} label={label} done={goBack} cancel={goBack} actions={actions}>
      <BidFields
        legalEntity={(frame) => (
          <OrganizationField
            {...frame}
            first={organizations}
            hint={<CreationHint opportunityId={opportunityId} />}
          />
        )}
      />
    </RecordForm>
  )
}
