import { useFormikContext } from 'formik'
import { useAppSelector, useRow } from '../../api/kit/hooks'
import type { ResourceName, Row } from '../../contract'
import { selectCurrentUser } from '../../store/currentUser'
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

type Fields = Readonly<Record<string, unknown>>

/** The fields in which two states of a form differ, in the form's order. */
const differing = (one: Fields, other: Fields) =>
  Object.keys(one).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))

/** Inside the form: who changed the record meanwhile, and what, beside what has been typed (OPE-5). */
export const RecordConflict = <N extends ResourceName, V extends object>({
  form: { faces, base, fieldsOf, keptOf, take, buildOn },
  current,
}: RecordConflictProps<N, V>) => {
  const { values, resetForm } = useFormikContext<V>()
  const { submit } = useSubmission()
  const stamps = current as unknown as Stamps
  const by = useRow('users', stamps.modified_by)?.username
  const own = useAppSelector(selectCurrentUser)
  const was = fieldsOf(base) as Fields
  const theirs = fieldsOf(current) as Fields
  const mine = keptOf(values) as Fields
  const touched = differing(mine, was)
  const shown = (name: string, of: Fields) => valueOf(faces, name as FieldName<N>, of as Known<N>)
  return (
    <ConflictPanel
      by={by}
      isOwn={own !== null && stamps.modified_by === own.id}
      at={stamps.modified_at}
      times={stamps.version - (base?.version ?? 0)}
      lines={differing(was, theirs).map((name) => ({
        label: faceOf(faces, name as FieldName<N>).label,
        was: shown(name, was),
        theirs: shown(name, theirs),
        mine: touched.includes(name) ? shown(name, mine) : undefined,
      }))}
      reload={() => {
        // Where what theirs changed is in no field of the form, it would not begin anew by itself.
        resetForm()
        take(current as Parameters<typeof take>[0])
      }}
      overwrite={() => {
        buildOn(current)
        submit()
      }}
    />
  )
}
