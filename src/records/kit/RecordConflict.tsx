import { useFormikContext } from 'formik'
import { useRow } from '../../api/kit/hooks'
import type { ResourceName, Row } from '../../contract'
import { useSubmission } from '../../ui/form/useSubmission'
import { ConflictPanel } from '../../ui/form/ConflictPanel'
import { faceOf, type FieldName, type Known } from './face'
import type { RecordFormState } from './useRecordForm'
import { valueOf } from './valueOf'

/** What tells the states of a record apart. */
interface Stamps {
  version: number
  modified_at: string
  modified_by: number | null
}

interface RecordConflictProps<N extends ResourceName, V extends object> {
  form: RecordFormState<N, V>
  /** The record as it is now. */
  current: Row<N>
}

/** The fields in which two states of a form differ, in the form's order. */
const differing = <V extends object>(one: V, other: V) =>
  (Object.keys(one) as (keyof V & string)[]).filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  )

/** Inside the form: who changed the record meanwhile, and what, beside what has been typed (OPE-5). */
export const RecordConflict = <N extends ResourceName, V extends object>({
  form: { faces, base, valuesFrom, take, buildOn },
  current,
}: RecordConflictProps<N, V>) => {
  const { values } = useFormikContext<V>()
  const { submit } = useSubmission()
  const stamps = current as unknown as Stamps
  const by = useRow('users', stamps.modified_by)?.username
  const was = valuesFrom(base)
  const theirs = valuesFrom(current)
  const touched = differing(values, was)
  const shown = (name: string, of: V) => valueOf(faces, name as FieldName<N>, of as Known<N>)
  return (
    <ConflictPanel
      by={by}
      at={stamps.modified_at}
      times={stamps.version - (base?.version ?? 0)}
      lines={differing(was, theirs).map((name) => ({
        label: faceOf(faces, name as unknown as FieldName<N>).label,
        was: shown(name, was),
        theirs: shown(name, theirs),
        mine: touched.includes(name) ? shown(name, values) : undefined,
      }))}
      reload={() => take(current as Parameters<typeof take>[0])}
      overwrite={() => {
        buildOn(stamps.version)
        submit()
      }}
    />
  )
}
