import { useRow } from '../../api/kit/hooks'
import { contract, nameOf, type ResourceName } from '../../contract'
import type { Resource } from '../../contract/fields'
import { DeletedMark } from '../../ui/value/DeletedMark'
import { viewOf } from './resourceView'

interface RecordNameProps {
  resource: ResourceName
  id: number
}

/** A record's name by the contract, marked if it is in the trash; the number where its resource has no name. */
const NameByContract = ({ resource, id }: RecordNameProps) => {
  const row = useRow(resource, id)
  const { nameField }: Resource = contract[resource]
  if (!nameField) return `#${id}`
  if (!row) return null
  const { deleted_at } = row as { deleted_at?: string | null }
  return (
    <>
      {nameOf(resource, row)}
      {deleted_at && <DeletedMark since={deleted_at} />}
    </>
  )
}

/** The name of a record, by the descriptor of its resource; nothing until it is loaded. */
export const RecordName = ({ resource, id }: RecordNameProps) => {
  const Name = viewOf(resource)?.Name
  return Name ? <Name id={id} /> : <NameByContract resource={resource} id={id} />
}

interface RecordNamesProps {
  resource: ResourceName
  ids: readonly number[]
}

/** The names of the records that a field refers to. */
export const RecordNames = ({ resource, ids }: RecordNamesProps) =>
  ids.map((id, index) => (
    <span key={id} translate="no">
      {index > 0 && ', '}
      <RecordName resource={resource} id={id} />
    </span>
  ))
