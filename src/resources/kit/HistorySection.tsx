import { useId, useState, type ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ResourceName, Row } from '../../contract'
import { hasHistory } from '../../contract/history'
import { Button } from '../../ui/antd/Button'
import { lazyComponent } from '../../ui/page/lazyComponent'
import type { RecordFieldMeta } from './fieldMeta'
import { historyParameter } from './historyReads'
import { RecordBars } from './RecordPage'

interface HistoryProps<N extends ResourceName> {
  of: RecordFieldMeta<N>
  row: Row<N>
}

const History = lazyComponent(
  async () => (await import('./RecordHistory')).RecordHistory as ComponentType<HistoryProps<ResourceName>>,
  'The history could not be loaded.',
  <RecordBars />,
)

/** The history of a record, as the content of a tab (HIST-5). */
export const HistoryTab = <N extends ResourceName>({
  of,
  row,
}: {
  of: RecordFieldMeta<N, never>
  /** Undefined until loaded. */
  row: Row<N> | undefined
}) => (
  <section aria-label="History" className="record-part">
    {row ? <History of={of} row={row} /> : <RecordBars />}
  </section>
)

/** The history at the end of a page without tabs, loaded on demand. */
export const HistorySection = <N extends ResourceName>({ of, row }: HistoryProps<N>) => {
  const id = useId()
  const [query] = useSearchParams()
  const [isOpen, setIsOpen] = useState(() => query.has(historyParameter))
  if (!hasHistory(of.resource)) return null
  return (
    <section className="record-part record-history" aria-labelledby={id}>
      <h2 id={id}>History</h2>
      <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide history' : 'Show history'}
      </Button>
      {isOpen && <History of={of} row={row} />}
    </section>
  )
}
