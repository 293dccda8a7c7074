import type { ReactNode } from 'react'
import { useChangeBidMutation, useCreateBidMutation } from '../../../api/bidsApi'
import type { Input, Row } from '../../../contract'
import { bidFieldMeta } from '../../../resources/bids/fieldMeta'
import { RecordForm } from '../../../resources/kit/RecordForm'
import { useRecordForm } from '../../../resources/kit/useRecordForm'
import { opportunityPaths } from '../../../resources/opportunities/paths'
import { OrganizationField } from '../../../resources/organizations/OrganizationField'
import { newBody } from '../../../ui/form/values'
import { useGoBack } from '../../../ui/page/useGoBack'
import { BidFields } from './BidFields'
import { CreationHint } from '../CreationHint'
import { schema, valuesFrom } from '../layout'

interface BidFormProps {
  /** Accessible name of the form. */
  label: string
  opportunityId: number
  /** The opportunity's organizations, shown first. */
  organizations: readonly number[]
  /** As far as loaded; without it, a new bid is created. */
  bid?: Row<'bids'>
  /** Refetches the bid, with its last editor. */
  readAgain?: () => void
  /** Further actions, beside Save and Cancel. */
  actions?: ReactNode
}

/** Creates or edits a bid (BID-2, BID-7). */
export const BidForm = ({ label, opportunityId, organizations, bid, readAgain, actions }: BidFormProps) => {
  const [create] = useCreateBidMutation()
  const [change] = useChangeBidMutation()
  const goBack = useGoBack(opportunityPaths.details(opportunityId))
  const form = useRecordForm({
    fieldMeta: bidFieldMeta,
    row: bid,
    valuesFrom,
    schema,
    // The form's schema has checked the required fields.
    make: (values, once) => once(create, { ...newBody(values), opportunity: opportunityId } as Input<'bids'>),
    change,
    owner: opportunityId,
    readAgain,
  })

  return (
    <RecordForm form={form} label={label} done={goBack} cancel={goBack} actions={actions}>
      <BidFields
        organizations={organizations}
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
