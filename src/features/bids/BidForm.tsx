import { useFormikContext } from 'formik'
import { useMemo, type ReactNode } from 'react'
import { useChangeBidMutation, useCreateBidMutation } from '../../api/bidsApi'
import { asApiError, type ApiError } from '../../api/errors'
import type { Input, Row } from '../../contract'
import { FormBody, FormState } from '../../ui/form/EditForm'
import { FollowRow } from '../../ui/form/FollowRow'
import { FormActions } from '../../ui/form/FormActions'
import { FormDraft } from '../../ui/form/FormDraft'
import { useEdited } from '../../ui/form/useEdited'
import { useSubmissionKey } from '../../ui/form/useSubmissionKey'
import { changedBody, newBody } from '../../ui/form/values'
import { useGoBack } from '../../ui/useGoBack'
import { BidConflict } from './BidConflict'
import { BidFields } from './BidFields'
import { CreationHint } from './CreationHint'
import { detailsPath } from './paths'
import { schema, valuesFrom, type BidValues } from './values'
import './bid-form.css'

type Bid = Row<'bids'>

interface BodyProps {
  label: string
  opportunityId: number
  organizations: readonly number[]
  edited: ReturnType<typeof useEdited<Bid | undefined>>
  children: ReactNode
}

const Body = ({ label, opportunityId, organizations, edited, children }: BodyProps) => {
  const { submitForm } = useFormikContext()
  const goBack = useGoBack(detailsPath(opportunityId))
  const { base, take, buildOn } = edited
  const draft = { name: `bid:${opportunityId}:${base?.bid_id ?? 'new'}`, version: base?.version }
  return (
    <FormBody
      label={label}
      explain={({ code, current: answered }) => {
        const current = answered as Bid | undefined
        if (code !== 'stale_version' || !current || !base) return undefined
        return (
          <BidConflict
            base={base}
            current={current}
            reload={() => take(current)}
            overwrite={() => {
              buildOn(current.version)
              void submitForm()
            }}
          />
        )
      }}
    >
      <FormDraft {...draft} />
      <BidFields
        organizations={organizations}
        organizationHint={<CreationHint opportunityId={opportunityId} draft={draft} />}
      />
      <FormActions cancel={goBack}>{children}</FormActions>
    </FormBody>
  )
}

interface BidFormProps {
  /** What the form is for, for screen readers. */
  label: string
  opportunityId: number
  /** The opportunity's own, which are offered first. */
  organizations: readonly number[]
  /** As it is known so far; without one a new bid is made. */
  bid?: Bid
  /** Reads the bid again, and with it who changed it. */
  readAgain?: () => void
  /** Further actions, beside Save and Cancel. */
  children?: ReactNode
}

/** Makes a bid, or changes one (BID-2, BID-7). */
export const BidForm = ({ label, opportunityId, organizations, bid, readAgain, children }: BidFormProps) => {
  const edited = useEdited(bid)
  const { base, version, take } = edited
  const initialValues = useMemo(() => valuesFrom(base), [base])
  const [create] = useCreateBidMutation()
  const [change] = useChangeBidMutation()
  const keyFor = useSubmissionKey()
  const goBack = useGoBack(detailsPath(opportunityId))

  const make = (values: BidValues) => {
    // The rules of the form have seen to what must be given.
    const body = { ...newBody(values), opportunity: opportunityId } as Input<'bids'>
    return create({ body, key: keyFor(body) }).unwrap()
  }

  const update = async ({ bid_id: id }: Bid, values: BidValues) => {
    const body = changedBody(values, initialValues) as Partial<Input<'bids'>>
    if (Object.keys(body).length === 0) return
    try {
      await change({ id, body, version: version.current }).unwrap()
    } catch (cause) {
      if (asApiError(cause as ApiError)?.code === 'stale_version') readAgain?.()
      throw cause
    }
  }

  const save = async (values: BidValues) => {
    await (base ? update(base, values) : make(values))
    goBack()
  }

  return (
    <FormState initialValues={initialValues} schema={schema} submit={save} restarts>
      {base && bid && <FollowRow base={base} known={bid} take={take} />}
      <Body label={label} opportunityId={opportunityId} organizations={organizations} edited={edited}>
        {children}
      </Body>
    </FormState>
  )
}
