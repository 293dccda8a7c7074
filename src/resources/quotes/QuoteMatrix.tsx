import { useId, type ReactNode } from 'react'
import type { Row } from '../../contract'
import type { ComparedQuote } from '../../contract/comparisons'
import type { GasUnit } from '../../contract/gas/units'
import { Table } from '../../ui/antd/Table'
import { useIsNarrow } from '../../ui/hooks/useMediaQuery'
import { pricingTypeName, termName } from '../bids/names'
import { bySupplier, columnOfQuote, columnsOf, columnTitle, type SupplierQuotes } from './comparison'
import { QuoteCell } from './QuoteCell'
import { useSupplierName } from './useSupplierName'

interface QuoteMatrixProps {
  bid: Row<'bids'>
  compared: readonly ComparedQuote[]
  unit: GasUnit
  isNet: boolean
  menuOf: (quote: ComparedQuote, supplier: string) => ReactNode
}

/** The quotes of a bid: suppliers down, terms and pricing types across (QUO-7). */
const Matrix = ({ compared, menuOf, ...shown }: QuoteMatrixProps) => {
  const nameOf = useSupplierName()
  const columns = columnsOf(compared)
  const terms = [...new Set(columns.map(({ term }) => term))]
  const cell =
    (key: string) =>
    (_: unknown, { supplier, quotes }: SupplierQuotes) =>
      quotes
        .filter(({ quote }) => columnOfQuote(quote) === key)
        .map((each) => (
          <QuoteCell
            key={each.quote.quote_id}
            {...shown}
            compared={each}
            supplier={nameOf(supplier)}
            menu={menuOf(each, nameOf(supplier))}
          />
        ))
  return (
    <Table<SupplierQuotes>
      className="quote-matrix"
      aria-label="Comparison of quotes"
      size="small"
      bordered
      pagination={false}
      rowHoverable={false}
      scroll={{ x: 'max-content' }}
      rowKey={({ supplier }) => supplier}
      dataSource={bySupplier(compared, nameOf)}
      columns={[
        {
          key: 'supplier',
          title: 'Supplier',
          rowScope: 'row',
          fixed: 'start',
          width: 168,
          render: (_, { supplier }) => <span translate="no">{nameOf(supplier)}</span>,
        },
        ...terms.map((term) => ({
          key: `term-${term}`,
          title: termName(term),
          children: columns
            .filter((column) => column.term === term)
            .map(({ key, pricingType }) => ({
              key,
              title: pricingTypeName(pricingType),
              width: 224,
              render: cell(key),
            })),
        })),
      ]}
    />
  )
}

const Column = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul className="quote-cards">{children}</ul>
    </section>
  )
}

/** The same for narrow screens: the quotes of each column, the cheapest first. */
const Cards = ({ compared, menuOf, ...shown }: QuoteMatrixProps) => {
  const nameOf = useSupplierName()
  return columnsOf(compared).map((column) => (
    <Column key={column.key} title={columnTitle(column)}>
      {compared
        .filter(({ quote }) => columnOfQuote(quote) === column.key)
        .map((each) => {
          const supplier = nameOf(each.quote.supplier)
          return (
            <li key={each.quote.quote_id} className="quote-card">
              <strong translate="no">{supplier}</strong>
              <QuoteCell {...shown} compared={each} supplier={supplier} menu={menuOf(each, supplier)} />
            </li>
          )
        })}
    </Column>
  ))
}

/** The comparison of the quotes of a bid: a matrix, on narrow screens cards (QUO-7). */
export const QuoteMatrix = (props: QuoteMatrixProps) => {
  const View = useIsNarrow() ? Cards : Matrix
  return <View {...props} />
}
