import { useMemo } from 'react'
import { object, string } from 'yup'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useAwardQuoteMutation } from '../../api/quoteActionsApi'
import type { Row } from '../../contract'
import type { ComparedQuote } from '../../contract/comparisons'
import type { GasUnit } from '../../contract/gas/units'
import { FormDialog } from '../../ui/form/FormDialog'
import { TextField } from '../../ui/form/TextField'
import { useRequestKeys } from '../../ui/form/useRequestKeys'
import { CountdownText } from '../../ui/value/CountdownText'
import { counted } from '../../ui/value/numbers'
import { moneyText, typedPriceText, unitPriceText } from './amounts'
import { changedFields, explainRefusal } from './changes'
import { columnTitle, missingText } from './comparison'

interface AwardDialogProps {
  compared: ComparedQuote
  supplier: string
  /** The other open quotes of the bid, which an award loses. */
  others: number
  unit: GasUnit
  close: () => void
}

interface Values {
  reason: string
}

const whyNeeded = 'Say why this quote was chosen.'
const begins: Values = { reason: '' }

/** The text of a quote's price. */
const priceOf = ({ quote, all_in_price }: ComparedQuote, unit: GasUnit) =>
  all_in_price === null
    ? typedPriceText(quote.price, quote.price_unit)
    : `${unitPriceText(all_in_price, unit)} all-in`

/** Awards a quote; one that is not the best of its column, or has no price, only for a reason (QUO-10). */
export const AwardDialog = ({ compared, supplier, others, unit, close }: AwardDialogProps) => {
  const [award] = useAwardQuoteMutation()
  const { quote, best, annual_cost } = compared
  const isReasonNeeded = !best
  const schema = useMemo(
    () => object({ reason: isReasonNeeded ? string().trim().required(whyNeeded) : string().ensure() }),
    [isReasonNeeded],
  )
  const keyFor = useRequestKeys()
  const send = ({ quote_id, version }: Row<'quotes'>, reason: string) =>
    award({
      id: quote_id,
      version,
      key: keyFor([version, reason]),
      body: reason === '' ? {} : { reason },
    }).unwrap()
  const submit = async ({ reason }: Values) => {
    try {
      await send(quote, reason.trim())
    } catch (cause) {
      const error = asApiError(cause as ApiError)
      const current = error?.current as Row<'quotes'> | undefined
      // Only what was looked at is awarded; of a quote that is open no more the server tells who has awarded what.
      const isOther = current?.state === 'open' && changedFields(quote, current).length > 0
      if (error?.code !== 'stale_version' || !current || isOther) throw cause
      await send(current, reason.trim())
    }
  }
  const explain = (refusal: ApiError) =>
    refusal.code === 'stale_version' ? (
      <p className="problem" role="alert">
        {refusal.detail} {explainRefusal(quote)(refusal)}
      </p>
    ) : undefined
  return (
    <FormDialog<Values>
      title="Award Quote"
      saveLabel="Award"
      initialValues={begins}
      schema={schema}
      submit={submit}
      close={close}
      explain={explain}
      draft={null}
    >
      <div className="dialog-text stack">
        <p>
          <strong translate="no">{supplier}</strong>,{' '}
          {columnTitle({ term: quote.term, pricingType: quote.pricing_type })}: {priceOf(compared, unit)}
          {annual_cost !== null && `, ${moneyText(annual_cost)} a year`}. It expires in{' '}
          <CountdownText until={quote.valid_until} over="no time: it has expired" />.
        </p>
        {compared.all_in_price === null && <p>{missingText(compared)}.</p>}
        <p>
          {others === 0
            ? 'Its numbers are frozen.'
            : `Its numbers are frozen, and ${counted(others, 'other open quote')} of this bid ${others === 1 ? 'is' : 'are'} lost.`}
        </p>
        <p>A draft of the contract is made, and an opportunity that has a stage is won.</p>
      </div>
      <TextField name="reason" label="Reason" multiline required={isReasonNeeded} />
    </FormDialog>
  )
}
