import { useId, useMemo, useState } from 'react'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useAppDispatch, useRows } from '../../api/kit/hooks'
import { unlimited } from '../../api/kit/queries'
import { curvesApi } from '../../api/curvesApi'
import { useEnterQuoteMutation } from '../../api/quoteActionsApi'
import { suppliersApi } from '../../api/suppliersApi'
import type { Input, Row } from '../../contract'
import { pricingTypes } from '../../contract/bids'
import { problems } from '../../contract/problems'
import { toastShown } from '../../store/toasts'
import { Button } from '../../ui/antd/Button'
import { TextArea } from '../../ui/antd/TextArea'
import { Dialog } from '../../ui/dialog/Dialog'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { useRequestKeys } from '../../ui/form/useRequestKeys'
import { counted } from '../../ui/value/numbers'
import { pricingTypeName, termName } from '../bids/names'
import { typedPriceText } from './amounts'
import { pastedQuotes, type PastedQuote } from './pastedQuotes'

interface PasteDialogProps {
  bid: Row<'bids'>
  close: () => void
}

const points = ['City Gate', 'Burner Tip'] as const
type Point = (typeof points)[number]

const active = { q: '', limit: unlimited, offset: 0, ordering: 'name', status: 'active' } as const
const noIds: readonly number[] = []

/** What became of a line. */
type Outcome = { isDone: true } | { isDone: false; problem: string }

interface PreviewProps {
  quotes: readonly PastedQuote[]
  problemOf: (index: number) => string | null
  outcomes: ReadonlyMap<number, Outcome>
}

/** The lines as they would be stored, each with what is wrong with it. */
const Preview = ({ quotes, problemOf, outcomes }: PreviewProps) => (
  <table className="pasted-quotes" aria-label="Preview">
    <thead>
      <tr>
        <th scope="col">Supplier</th>
        <th scope="col">Term</th>
        <th scope="col">Type</th>
        <th scope="col" className="pasted-price">
          Price
        </th>
        <th scope="col">Result</th>
      </tr>
    </thead>
    <tbody>
      {quotes.map(({ cells, supplier, term, pricingType, price, unit }, index) => {
        const problem = problemOf(index)
        return (
          // Lines have no other name than their place.
          <tr key={index}>
            <td translate="no">{supplier?.name ?? cells[0]}</td>
            <td>{term === null ? cells[1] : termName(term)}</td>
            <td>{pricingType === null ? cells[2] : pricingTypeName(pricingType)}</td>
            <td className="pasted-price">{price === null ? cells[3] : typedPriceText(price, unit)}</td>
            <td className={problem === null ? undefined : 'problem'}>
              {outcomes.get(index)?.isDone ? 'Entered' : (problem ?? 'Ready')}
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

/** Enters the quotes of a block of cells, after a preview (QUO-9). */
export const PasteDialog = ({ bid, close }: PasteDialogProps) => {
  const id = useId()
  const dispatch = useAppDispatch()
  const [enter] = useEnterQuoteMutation()
  const suppliers = suppliersApi.list.useQuery(active)
  const supplierRows = useRows('suppliers', suppliers.data?.ids ?? noIds)
  const indices = curvesApi.list.useQuery({ ...active, kind: 'index' })
  const curves = useRows('curves', indices.data?.ids ?? noIds)
  const [text, setText] = useState('')
  const [point, setPoint] = useState<Point | ''>(bid.pricing_point ?? '')
  const [curve, setCurve] = useState<number | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const keyFor = useRequestKeys()

  const quotes = useMemo(
    () => (suppliers.data ? pastedQuotes(text, supplierRows) : []),
    [text, suppliers.data, supplierRows],
  )
  const index = curve ?? (curves.length === 1 ? curves[0]?.curve_id : undefined)
  const lacking = ({ supplier, pricingType }: PastedQuote): string | null => {
    if (supplier && !supplier.pricing_point && point === '') return 'Choose the pricing point.'
    if (pricingType === pricingTypes.index && index === undefined) return 'Choose the curve of index quotes.'
    return bid.start_date === null ? `Start Date of the bid: ${problems.required}` : null
  }
  const problemOf = (at: number): string | null => {
    const quote = quotes[at]
    if (!quote) return null
    const outcome = outcomes.get(at)
    return quote.problem ?? (outcome && !outcome.isDone ? outcome.problem : lacking(quote))
  }
  const isReady = (quote: PastedQuote, at: number) =>
    quote.problem === null && lacking(quote) === null && !outcomes.get(at)?.isDone
  const ready = quotes.flatMap((quote, at) => (isReady(quote, at) ? [{ quote, at }] : []))
  const skipped = quotes.filter((_, at) => !outcomes.get(at)?.isDone).length - ready.length

  const bodyOf = ({ supplier, term, pricingType, price, unit }: PastedQuote) =>
    ({
      bid: bid.bid_id,
      supplier: supplier?.supplier_id,
      term,
      pricing_type: pricingType,
      price,
      price_unit: unit,
      pricing_point: supplier?.pricing_point ?? point,
      ...(pricingType === pricingTypes.index && { index_curve: index }),
    }) as Input<'quotes'>

  const enterAll = async () => {
    setIsBusy(true)
    const results = new Map(outcomes)
    for (const { quote, at } of ready) {
      const body = bodyOf(quote)
      try {
        await enter({ body, key: keyFor([at, body]) }).unwrap()
        results.set(at, { isDone: true })
      } catch (cause) {
        results.set(at, { isDone: false, problem: asApiError(cause as ApiError)?.detail ?? '' })
      }
      setOutcomes(new Map(results))
    }
    setIsBusy(false)
    const made = ready.filter(({ at }) => results.get(at)?.isDone).length
    if (made > 0)
      dispatch(
        toastShown({
          kind: 'success',
          title: 'Update',
          text: `${counted(made, 'quote')} added successfully.`,
        }),
      )
    if (made === ready.length && skipped === 0) close()
  }

  return (
    <Dialog
      title="Paste Quotes"
      width={840}
      close={close}
      busy={isBusy}
      dirty={text.trim() !== ''}
      footer={
        <div className="dialog-actions">
          <Button disabled={isBusy} onClick={close}>
            Cancel
          </Button>
          <BusyButton
            type="primary"
            busy={isBusy}
            disabled={ready.length === 0}
            onClick={() => void enterAll()}
          >
            {skipped > 0 && ready.length > 0
              ? `Create ${ready.length} of ${counted(ready.length + skipped, 'quote')}`
              : `Create ${counted(ready.length, 'quote')}`}
          </BusyButton>
        </div>
      }
    >
      <div className="paste-quotes">
        <div className="paste-cells">
          <label htmlFor={`${id}-text`}>Cells</label>
          <TextArea
            id={`${id}-text`}
            data-first-focus
            className="field-lines"
            rows={8}
            aria-describedby={`${id}-hint`}
            autoComplete="off"
            disabled={isBusy}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setOutcomes(new Map())
            }}
          />
          <p id={`${id}-hint`} className="field-hint quiet">
            One quote per line: supplier, term, type, price, as copied from a spreadsheet. A price without a
            unit is per unit of its supplier.
          </p>
        </div>
        <div className="paste-choices">
          <label className="list-size line">
            Pricing point of suppliers without one
            <select
              value={point}
              disabled={isBusy}
              onChange={({ target }) => setPoint(target.value as Point)}
            >
              <option value="">Choose…</option>
              {points.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
          {quotes.some(({ pricingType }) => pricingType === pricingTypes.index) && (
            <label className="list-size line">
              Curve of index quotes
              <select
                value={index ?? ''}
                disabled={isBusy}
                onChange={({ target }) => setCurve(Number(target.value) || null)}
              >
                <option value="">Choose…</option>
                {curves.map(({ curve_id, name }) => (
                  <option key={curve_id} value={curve_id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
        {quotes.length > 0 && <Preview quotes={quotes} problemOf={problemOf} outcomes={outcomes} />}
        <p role="status" className="quiet">
          {quotes.length > 0 &&
            `${counted(ready.length, 'quote')} ready${skipped > 0 ? `, ${skipped} with a problem` : ''}.`}
        </p>
      </div>
    </Dialog>
  )
}
