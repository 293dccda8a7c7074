import type { ResourceName, Row } from '../../contract'
import type { FieldName, RecordFieldMeta, stampFieldMeta } from './fieldMeta'
import { RecordFacts } from './RecordFacts'

type Stamp<N extends ResourceName> = keyof typeof stampFieldMeta & FieldName<N>

interface RecordMetadataProps<N extends ResourceName> {
  of: RecordFieldMeta<N, Stamp<N>>
  /** Undefined while loading: a skeleton is shown. */
  row: Row<N> | undefined
}

/** Filtered by the field metadata of the resource. */
const names: readonly string[] = ['version', 'created_by', 'modified_by', 'created_at', 'modified_at']

/** Creator and last editor of a record, at the end of its page (OPD-4). */
export const RecordMetadata = <N extends ResourceName>({ of, row }: RecordMetadataProps<N>) => (
  <RecordFacts title="Metadata" of={of} names={names as readonly Stamp<N>[]} row={row} quiet />
)
