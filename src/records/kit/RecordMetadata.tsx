import type { ResourceName, Row } from '../../contract'
import type { FieldName, RecordFaces, stampFaces } from './face'
import { RecordFacts } from './RecordFacts'

type Stamp<N extends ResourceName> = keyof typeof stampFaces & FieldName<N>

interface RecordMetadataProps<N extends ResourceName> {
  of: RecordFaces<N, Stamp<N>>
  /** Undefined while nothing is known: bars stand in. */
  row: Row<N> | undefined
}

/** Which of them a resource has follows from its faces. */
const names: readonly string[] = ['version', 'created_by', 'modified_by', 'created_at', 'modified_at']

/** Who made a record and who changed it last, quietly at the end of its page (OPD-4). */
export const RecordMetadata = <N extends ResourceName>({ of, row }: RecordMetadataProps<N>) => (
  <RecordFacts title="Metadata" of={of} names={names as readonly Stamp<N>[]} row={row} quiet />
)
