import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useId, useState, type ReactNode } from 'react'
import { useAppDispatch } from '../../api/kit/hooks'
import { quotesApi } from '../../api/quotesApi'
import type { Row } from '../../contract'
import type { ComparedQuote } from '../../contract/comparisons'
import { volumeUnitChosen, volumeUnits } from '../../store/preferences'
import { Button } from '../../ui/antd/Button'
import { Segmented } from '../../ui/antd/Segmented'
import { Switch } from '../../ui/antd/Switch'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { RowMenu } from '../../ui/table/RowMenu'
import type { RowAction } from '../../ui/table/RowMenuList'
import { useVolumeUnit } from '../../ui/value/volumeUnit'
import { typedPriceText } from './amounts'
import { columnTitle } from './comparison'
import { LowestNumber } from './LowestNumber'
import { stateNames } from './fieldMeta'
import { QuoteMatrix } from './QuoteMatrix'
import './quotes.css'
import type { KnownQuotes } from './useQuotes'
import { useSupplierName } from './useSupplierName'
import { IfAllowed } from '../kit/IfAllowed'

const QuoteDialog = lazyDialog(async () => (await import('./QuoteDialog')).QuoteDialog)
const AwardedQuoteDialog = lazyDialog(async () => (await import('./AwardedQuoteDialog')).AwardedQuoteDialog)
const PasteDialog = lazyDialog(async () => (await import('./PasteDialog')).PasteDialog)
const AwardDialog = lazyDialog(async () => (await import('./AwardDialog')).AwardDialog)
const RevokeAward = lazyDialog(async () => (await import('./dialogs')).RevokeAward)
const WithdrawQuote = lazyDialog(async () => (await import('./dialogs')).WithdrawQuote)
const DeleteQuote = lazyDialog(async () => (await import('./dialogs')).DeleteQuote)

type Quote = Row<'quotes'>

type Open =
  | { dialog: 'add' | 'paste' }
  | { dialog: 'edit' | 'editAwarded' | 'copy' | 'revoke' | 'withdraw' | 'delete'; quote: Quote }
  | { dialog: 'award'; compared: ComparedQuote }

/** The choice of the unit that prices are per, which holds for the whole product. */
const UnitChoice = () => {
  const unit = useVolumeUnit()
  const dispatch = useAppDispatch()
  return (
    <Segmented
      aria-label="Unit of prices"
      options={volumeUnits.map((value) => ({ value, label: `$/${value}` }))}
      value={unit}
      onChange={(chosen) => dispatch(volumeUnitChosen(chosen))}
    />
  )
}

interface NetSwitchProps {
  isNet: boolean
  choose: (isNet: boolean) => void
}

const NetSwitch = ({ isNet, choose }: NetSwitchProps) => {
  const id = useId()
  return (
    <span className="quotes-net">
      <Switch id={id} size="small" checked={isNet} onChange={choose} />
      <label htmlFor={id}>Net of fees</label>
    </span>
  )
}

interface OtherQuotesProps {
  quotes: readonly Quote[]
  nameOf: (quote: Quote) => string
  menuOf: (quote: Quote) => ReactNode
}

/** The quotes that are not compared: withdrawn, replaced and lost ones. */
const OtherQuotes = ({ quotes, nameOf, menuOf }: OtherQuotesProps) => {
  const id = useId()
  if (quotes.length === 0) return null
  return (
    <section className="quotes-others" aria-labelledby={id}>
      <h3 id={id}>Not compared</h3>
      <ul>
        {quotes.map((quote) => (
          <li key={quote.quote_id}>
            <span className="quote-mark">{stateNames[quote.state]}</span>
            <span translate="no">{nameOf(quote)}</span>
            <span className="quotes-others-price">{typedPriceText(quote.price, quote.price_unit)}</span>
            {menuOf(quote)}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface BidQuotesProps {
  bid: Row<'bids'>
  /** The heading above the quotes. */
  title: ReactNode
  /** Its quotes, with or without those of other bids. */
  known: KnownQuotes
}

/** The quotes of a bid: compared, entered, awarded (QUO-7 to QUO-11). */
export const BidQuotes = ({ bid, title, known }: BidQuotesProps) => {
  const id = useId()
  const [open, setOpen] = useState<Open | null>(null)
  const [isNet, setIsNet] = useState(false)
  const [change] = quotesApi.change.useMutation()
  const { comparison, error, retry } = known
  const isOwn = (quote: Quote) => quote.bid === bid.bid_id
  const supplierName = useSupplierName()
  const compared = (comparison?.results ?? []).filter(({ quote }) => isOwn(quote))
  const close = () => setOpen(null)

  const nameOf = ({ supplier, term, pricing_type }: Quote) =>
    `${supplierName(supplier)}, ${columnTitle({ term, pricingType: pricing_type })}`
  const actionsOf = (quote: Quote, of?: ComparedQuote): readonly RowAction[] => {
    const { quote_id, version, state, quote_kind } = quote
    const isOpen = state === 'open'
    return [
      ...(isOpen && of && quote_kind === 'firm'
        ? [{ label: 'Award', act: () => setOpen({ dialog: 'award', compared: of }) }]
        : []),
      ...(isOpen && quote_kind === 'indicative'
        ? [
            {
              label: 'Mark as firm',
              act: () => void change({ id: quote_id, version, body: { quote_kind: 'firm' } }),
            },
          ]
        : []),
      ...(state === 'awarded'
        ? [{ label: 'Revoke award', act: () => setOpen({ dialog: 'revoke', quote }) }]
        : []),
      { label: 'Edit', act: () => setOpen({ dialog: state === 'awarded' ? 'editAwarded' : 'edit', quote }) },
      { label: 'Duplicate for another term', act: () => setOpen({ dialog: 'copy', quote }) },
      ...(isOpen || state === 'expired'
        ? [{ label: 'Withdraw', act: () => setOpen({ dialog: 'withdraw', quote }) }]
        : []),
      ...(state === 'awarded'
        ? []
        : [{ label: 'Delete', danger: true, act: () => setOpen({ dialog: 'delete', quote }) }]),
    ]
  }
  const menuOf = (quote: Quote, of?: ComparedQuote) => (
    <IfAllowed to="change" of="quotes">
      <RowMenu name={nameOf(quote)} actions={actionsOf(quote, of)} />
    </IfAllowed>
  )
  const shown = compared.map(({ quote }) => quote.quote_id)
  // The newest state, also while the dialog is open.
  const awarding =
    open?.dialog === 'award'
      ? (compared.find(({ quote }) => quote.quote_id === open.compared.quote.quote_id) ?? open.compared)
      : null

  return (
    <section className="bid-quotes" aria-labelledby={id}>
      <div className="quotes-head">
        <h2 id={id}>{title}</h2>
        <div className="quotes-tools">
          <UnitChoice />
          <NetSwitch isNet={isNet} choose={setIsNet} />
          <IfAllowed to="create" of="quotes">
            <Button aria-haspopup="dialog" onClick={() => setOpen({ dialog: 'paste' })}>
              Paste Quotes
            </Button>
            <Button
              type="primary"
              data-key="create"
              icon={<PlusOutlined aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => setOpen({ dialog: 'add' })}
            >
              Add Quote
            </Button>
          </IfAllowed>
        </div>
      </div>
      {error && (
        <ErrorState
          inline={comparison !== undefined}
          title="The quotes could not be loaded."
          error={error}
          retry={retry}
        />
      )}
      {comparison ? (
        compared.length === 0 ? (
          <EmptyState
            title="There are no quotes to compare yet."
            hint="A quote is what a supplier offers for this bid: enter it, or paste several from a spreadsheet."
          />
        ) : (
          <>
            <LowestNumber compared={compared} unit={comparison.unit} isNet={isNet} />
            {isNet && <p className="quotes-lowest quiet">Ranked by all-in price.</p>}
            <QuoteMatrix
              bid={bid}
              compared={compared}
              unit={comparison.unit}
              isNet={isNet}
              menuOf={(each) => menuOf(each.quote, each)}
            />
          </>
        )
      ) : (
        !error && (
          <div className="record-waiting" role="status" aria-label="Loading">
            <span className="bar" />
            <span className="bar" />
            <span className="bar" />
          </div>
        )
      )}
      {comparison && (
        <OtherQuotes
          quotes={known.quotes.filter((quote) => isOwn(quote) && !shown.includes(quote.quote_id))}
          nameOf={nameOf}
          menuOf={menuOf}
        />
      )}
      {open?.dialog === 'add' && <QuoteDialog bid={bid} close={close} />}
      {open?.dialog === 'paste' && <PasteDialog bid={bid} close={close} />}
      {open?.dialog === 'edit' && <QuoteDialog bid={bid} row={open.quote} close={close} />}
      {open?.dialog === 'editAwarded' && <AwardedQuoteDialog row={open.quote} close={close} />}
      {open?.dialog === 'copy' && <QuoteDialog bid={bid} original={open.quote} close={close} />}
      {awarding && comparison && (
        <AwardDialog
          compared={awarding}
          supplier={supplierName(awarding.quote.supplier)}
          others={
            compared.filter(
              ({ state, quote }) => state === 'open' && quote.quote_id !== awarding.quote.quote_id,
            ).length
          }
          unit={comparison.unit}
          close={close}
        />
      )}
      {open?.dialog === 'revoke' && (
        <RevokeAward quote={open.quote} name={nameOf(open.quote)} close={close} />
      )}
      {open?.dialog === 'withdraw' && (
        <WithdrawQuote quote={open.quote} name={nameOf(open.quote)} close={close} />
      )}
      {open?.dialog === 'delete' && (
        <DeleteQuote quote={open.quote} name={nameOf(open.quote)} close={close} />
      )}
    </section>
  )
}
