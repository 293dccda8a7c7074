import { useFormikContext } from 'formik'
import { useCallback, useEffect, useRef } from 'react'
import { useRow } from '../../api/kit/hooks'
import { quotesApi } from '../../api/quotesApi'
import type { Input, Row } from '../../contract'
import { pricingTypes } from '../../contract/bids'
import { RadioField } from '../../ui/form/RadioField'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { newBody } from '../../ui/form/values'
import { Disclosure } from '../../ui/value/Disclosure'
import { pricingTypeName } from '../bids/names'
import { Fields } from '../kit/Fields'
import { RecordDialog } from '../kit/RecordForm'
import { useRecordForm } from '../kit/useRecordForm'
import { quoteFieldMeta } from './fieldMeta'
import { copyOf, layout, newQuote, restsOnCurve, schema, valuesFrom, type QuoteValues } from './layout'

const types = Object.values(pricingTypes).map((value) => ({ value, label: pricingTypeName(value) }))

/** Custom inputs of this form. */
const inputs = {
  pricing_type: (frame: FieldProps) => <RadioField {...frame} options={types} />,
}

const noPage = { q: '', limit: 1, offset: 0, ordering: '-quoted_at' } as const

/** What the choice of a supplier fills in. */
type Filled = Pick<QuoteValues, 'price_unit' | 'pricing_point' | 'fee_included'>

/**
 * Fills in what a chosen supplier usually quotes: its unit, its pricing point, and whether its last quote's price
 * included the fee (QUO-2, QUO-3). What was entered by hand stays.
 */
const SupplierDefaults = () => {
  const { values, initialValues, setValues } = useFormikContext<QuoteValues>()
  const { supplier } = values
  const row = useRow('suppliers', supplier)
  const { currentData } = quotesApi.list.useQuery(
    { ...noPage, supplier: supplier ?? 0 },
    { skip: supplier === null },
  )
  const last = useRow('quotes', currentData?.ids[0])
  const followed = useRef(supplier)
  const filled = useRef<Partial<Filled>>({})
  const isKnown = row !== undefined && currentData !== undefined
  useEffect(() => {
    if (supplier === followed.current || !isKnown) return
    followed.current = supplier
    const usual: Filled = {
      price_unit: row.price_unit ?? initialValues.price_unit,
      pricing_point: row.pricing_point ?? initialValues.pricing_point,
      fee_included: last?.fee_included ?? false,
    }
    const before = { ...initialValues, ...filled.current }
    filled.current = usual
    void setValues((typed) => {
      const isUntouched = (name: keyof Filled) => typed[name] === before[name]
      return {
        ...typed,
        ...(isUntouched('price_unit') && { price_unit: usual.price_unit }),
        ...(isUntouched('pricing_point') && { pricing_point: usual.pricing_point }),
        ...(isUntouched('fee_included') && { fee_included: usual.fee_included }),
      }
    })
  }, [supplier, isKnown, row, last, initialValues, setValues])
  return null
}

const Inputs = () => {
  const { values } = useFormikContext<QuoteValues>()
  const hasCurve = restsOnCurve(values.pricing_type)
  const { offer, more } = layout.sections
  return (
    <>
      <Fields
        of={quoteFieldMeta}
        names={offer.fields.filter((name) => name !== 'index_curve' || hasCurve)}
        required={values.pricing_type === pricingTypes.index ? ['index_curve'] : []}
        inputs={inputs}
      />
      <Disclosure title={more.title}>
        <Fields of={quoteFieldMeta} names={more.fields} />
      </Disclosure>
    </>
  )
}

interface QuoteDialogProps {
  bid: Row<'bids'>
  /** The quote to edit. */
  row?: Row<'quotes'>
  /** The quote to copy for another term. */
  original?: Row<'quotes'>
  close: () => void
}

/** Enters or edits a quote, by keyboard in a few seconds (QUO-9). */
export const QuoteDialog = ({ bid, row, original, close }: QuoteDialogProps) => {
  const [create] = quotesApi.create.useMutation()
  const [change] = quotesApi.change.useMutation()
  const [read] = quotesApi.row.useLazyQuery()
  const opportunity = useRow('opportunities', bid.opportunity)
  const begin = useCallback(
    (known: Row<'quotes'> | undefined) =>
      valuesFrom(known ?? (original ? copyOf(original) : newQuote(bid, opportunity))),
    [bid, opportunity, original],
  )
  const form = useRecordForm<'quotes', QuoteValues>({
    fieldMeta: quoteFieldMeta,
    row,
    valuesFrom: begin,
    schema,
    make: (values, once) =>
      // An emptied fee stands for none; without the field the opportunity's would be taken.
      once(create, {
        ...newBody(values),
        fee: values.fee,
        bid: bid.bid_id,
      } as unknown as Input<'quotes'>),
    change,
    owner: original ? `${bid.bid_id}:copy` : bid.bid_id,
    readAgain: row && (() => void read(row.quote_id)),
  })
  return (
    <RecordDialog
      form={form}
      title={row ? 'Edit Quote' : original ? 'Duplicate Quote' : 'Add Quote'}
      width={720}
      close={close}
    >
      {!row && !original && <SupplierDefaults />}
      <Inputs />
    </RecordDialog>
  )
}
