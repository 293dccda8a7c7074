import { useFormikContext } from 'formik'
import { useState } from 'react'
import { useAppSelector, useRow } from '../../api/kit/hooks'
import type { ResourceName, Row } from '../../contract'
import { inUnitsOf, isSameUnit, unitFieldsOf } from '../../contract/quantities'
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
  const { resource } = fieldMeta
  const isTheirs = (name: string) => chosen[name] === 'theirs'
  /** The units of the merged record. */
  const units: Fields = Object.fromEntries(
    unitFieldsOf(resource)
      .filter((name) => name in mine)
      .map((name) => [name, (mine[name] === was[name] || isTheirs(name) ? theirs : mine)[name]]),
  )
  const shown = (name: string, of: Fields) => valueOf(fieldMeta, name as FieldName<N>, of as Known<N>)
  const shownWithUnit = (name: string, of: Fields) => {
    const value = shown(name, of)
    const kept = { ...of, ...units }
    if (typeof of[name] !== 'number' || isSameUnit(resource, name, of, kept)) return value
    return (
      <>
        {value} = {shown(name, { ...inUnitsOf(resource, of, kept), ...units })}
      </>
    )
  }
  return (
    <ConflictPanel
      by={by}
      isOwn={own !== null && stamps.modified_by === own.id}
      at={stamps.modified_at}
      times={stamps.version - (base?.version ?? 0)}
      lines={Object.keys(theirs)
        .filter((name) => merged.theirs.includes(name) || merged.converted.includes(name))
        .map((name) => ({
          name,
          label: fieldMetaOf(fieldMeta, name as FieldName<N>).label,
          was: shown(name, was),
          theirs: shownWithUnit(name, theirs),
          mine:
            merged.collisions.includes(name) || !merged.theirs.includes(name)
              ? shownWithUnit(name, mine)
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
        const given = Object.keys(chosen).filter((name) => isTheirs(name) && name in before)
        const reset = (names: readonly string[], from: Fields) =>
          Object.fromEntries(names.map((name) => [name, from[name]]))
        // A unit that is reset takes the numbers along.
        const unitsAgain = reset(
          given.filter((name) => name in units),
          before,
        )
        const typed = { ...inUnitsOf(resource, values, { ...values, ...unitsAgain }), ...unitsAgain }
        const changed = { ...reset(given, inUnitsOf(resource, before, typed)), ...merged.lists }
        buildOn(current)
        if (Object.keys(changed).length === 0) submit()
        else void setValues({ ...typed, ...changed }).then(submit)
      }}
    />
  )
}
