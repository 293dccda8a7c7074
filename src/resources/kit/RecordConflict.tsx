import { useFormikContext } from 'formik'
import { useState } from 'react'
import { useAppSelector, useRow } from '../../api/kit/hooks'
import type { ResourceName, Row } from '../../contract'
import { selectCurrentUser } from '../../store/currentUser'
import { useSubmission } from '../../ui/form/useSubmission'
import { ConflictPanel, type Side } from '../../ui/form/ConflictPanel'
import { fieldMetaOf, type FieldName, type Known } from './fieldMeta'
import { mergeChanges } from './mergeChanges'
import type { RecordFormState } from './useRecordForm'
import { valueOf } from './valueOf'

/** The stamps that identify a record's version. */
interface Stamps {
  version: number
  modified_at: string
  modified_by: number | null
}

interface RecordConflictProps<N extends ResourceName, V extends object> {
  form: RecordFormState<N, V>
  /** The current record. */
  current: Row<N>
}

type Fields = Readonly<Record<string, unknown>>

const none: Readonly<Record<string, Side>> = {}

/**
 * In a form with an edit conflict: shows who changed the record and what, beside this form's values. Fields changed on
 * both sides need a choice; all others are merged (OPE-5, K19).
 */
export const RecordConflict = <N extends ResourceName, V extends object>({
  form: { fieldMeta, base, fieldsOf, keptOf, valuesFrom, take, buildOn },
  current,
}: RecordConflictProps<N, V>) => {
  const { values, resetForm, setValues } = useFormikContext<V>()
  const { submit } = useSubmission()
  const [chosen, setChosen] = useState(none)
  const stamps = current as unknown as Stamps
  const by = useRow('users', stamps.modified_by)?.username
  const own = useAppSelector(selectCurrentUser)
  const was = fieldsOf(base) as Fields
  const theirs = fieldsOf(current) as Fields
  const mine = keptOf(values) as Fields
  const merged = mergeChanges(fieldMeta, was, theirs, mine)
  const shown = (name: string, of: Fields) => valueOf(fieldMeta, name as FieldName<N>, of as Known<N>)
  return (
    <ConflictPanel
      by={by}
      isOwn={own !== null && stamps.modified_by === own.id}
      at={stamps.modified_at}
      times={stamps.version - (base?.version ?? 0)}
      lines={merged.theirs.map((name) => ({
        name,
        label: fieldMetaOf(fieldMeta, name as FieldName<N>).label,
        was: shown(name, was),
        theirs: shown(name, theirs),
        mine: merged.collisions.includes(name)
          ? shown(name, mine)
          : name in merged.lists
            ? shown(name, merged.lists)
            : undefined,
        isVisible: merged.collisions.includes(name),
      }))}
      chosen={chosen}
      choose={(name, side) => setChosen({ ...chosen, [name]: side })}
      reload={() => {
        // Without this, a change in fields outside the form would not reinitialize it.
        resetForm()
        take(current as Parameters<typeof take>[0])
      }}
      save={() => {
        // Fields reset to their initial value are not sent: the current value stays.
        const before = valuesFrom(base) as Fields
        const given = Object.keys(chosen).filter((name) => chosen[name] === 'theirs' && name in before)
        const changed = {
          ...Object.fromEntries(given.map((name) => [name, before[name]])),
          ...merged.lists,
        }
        buildOn(current)
        if (Object.keys(changed).length === 0) submit()
        else void setValues({ ...values, ...changed }).then(submit)
      }}
    />
  )
}
