import { useId, useState } from 'react'
import type { ResourceName, Row } from '../../contract'
import { hasHistory } from '../../contract/history'
import { Button } from '../../ui/antd/Button'
import { MissingPart } from '../../ui/feedback/MissingPart'
import { lazyPart } from '../../ui/page/lazyPart'
import type { FieldName, RecordFieldMeta, stampFieldMeta } from './fieldMeta'
import { RecordFacts } from './RecordFacts'

const { usePart } = lazyPart(async () => (await import('./RecordHistory')).RecordHistory)

type Stamp<N extends ResourceName> = keyof typeof stampFieldMeta & FieldName<N>

interface RecordMetadataProps<N extends ResourceName> {
  of: RecordFieldMeta<N, Stamp<N>>
  /** Undefined while loading: a skeleton is shown. */
  row: Row<N> | undefined
}

/** Filtered by the field metadata of the resource. */
const names: readonly string[] = ['version', 'created_by', 'modified_by', 'created_at', 'modified_at']

const History = <N extends ResourceName>({ of, row }: { of: RecordFieldMeta<N>; row: Row<N> }) => {
  const { Part, isMissing, retry } = usePart()
  if (Part) return <Part of={of} row={row} />
  return isMissing ? <MissingPart title="History" retry={retry} /> : <p role="status">Loading...</p>
}

/** The history of a record, loaded on demand. */
const HistorySection = <N extends ResourceName>({ of, row }: RecordMetadataProps<N> & { row: Row<N> }) => {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className="record-history" aria-labelledby={id}>
      <h2 id={id}>History</h2>
      <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide history' : 'Show history'}
      </Button>
      {/* The metadata of all fields, of which this part knows the stamps. */}
      {isOpen && <History of={of as unknown as RecordFieldMeta<N>} row={row} />}
    </section>
  )
}

/** Creator and last editor of a record, and its history, at the end of its page (OPD-4, HIST-1). */
export const RecordMetadata = <N extends ResourceName>({ of, row }: RecordMetadataProps<N>) => (
  <>
    <RecordFacts title="Metadata" of={of} names={names as readonly Stamp<N>[]} row={row} quiet />
    {row && hasHistory(of.resource) && <HistorySection of={of} row={row} />}
  </>
)
