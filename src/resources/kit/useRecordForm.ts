import { useMemo, useRef } from 'react'
import type { ObjectSchema } from 'yup'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useAppDispatch, useAppStore, useRow } from '../../api/kit/hooks'
import type { Update } from '../../api/kit/mutations'
import { idOf, replacementOf, type Input, type ResourceName, type Row } from '../../contract'
import { inUnitsOf, unitFieldsOf } from '../../contract/quantities'
import { useEditBase } from '../../ui/form/useEditBase'
import { changedBody } from '../../ui/form/values'
import { toastShown } from '../../store/toasts'
import { fieldMetaOf, type FieldName, type RecordFieldMeta } from './fieldMeta'
import { mergeChanges } from './mergeChanges'
import { useCreation, type CreateOnce, type Sent } from './useCreation'

export interface RecordFormOptions<N extends ResourceName, V extends object> {
  fieldMeta: RecordFieldMeta<N, never>
  /** The newest known version of the edited record; undefined for a new one. */
  row: Row<N> | undefined
  /** A stable function. */
  valuesFrom: (row: Row<N> | undefined) => V
  schema: ObjectSchema<V>
  /**
   * Creates a new record, where the form can: through `once`, which handles lost answers and changed values (TRUST-28).
   */
  make?: (values: V, once: CreateOnce<N>) => Promise<unknown>
  change: (change: Update<N>) => Sent
  /** The record's fields from form values, also incomplete ones; by default the values. */
  keptOf?: (values: V) => object
  /** The changes to send, possibly after a question; by default the changed fields. */
  bodyOf?: (values: V, initial: V) => Partial<Input<N>> | Promise<Partial<Input<N>>>
  /** Distinguishes the drafts of new records by the record they belong to (TRUST-32). */
  owner?: string | number | undefined
  /** Called with the record's current version when a form based on an older one continues. */
  meets?: ((current: Row<N>) => void) | undefined
  /** Refetches the record, with its last editor. */
  readAgain?: (() => void) | undefined
  /** Sends only the changed fields (PATCH), where the user may not write all fields of the record. */
  isPartial?: true
}

/** Toast of a save without changes. */
const unchanged = { kind: 'success', title: 'Update', text: 'Update successfully.' } as const

type Versioned<N extends ResourceName> = Row<N> & { version: number }

const newerOf = <R extends { version: number }>(given: R | undefined, other: R | undefined) =>
  given && other && other.version > given.version ? other : given

/** Draft name of a new record, by the record it belongs to. */
export const newDraftName = (resource: ResourceName, owner?: string | number) =>
  [resource, 'new', owner].filter((part) => part !== undefined).join(':')

/**
 * The state of a record's form: initial values, the version that the next save replaces, the save itself, and
 * concurrent changes (OPE-5). RecordForm and RecordDialog show it.
 */
export const useRecordForm = <N extends ResourceName, V extends object>({
  fieldMeta,
  row,
  valuesFrom,
  schema,
  make,
  change,
  keptOf = (values) => values,
  bodyOf = (values, initial) => changedBody(keptOf(values), keptOf(initial)),
  owner,
  meets,
  readAgain,
  isPartial,
}: RecordFormOptions<N, V>) => {
  // The caller's row may be the version at the form's opening.
  const inStore = useRow(fieldMeta.resource, row && idOf(fieldMeta.resource, row)) as Versioned<N> | undefined
  const known = newerOf(row as Versioned<N> | undefined, inStore)
  const { base, replaced, builtOn, buildOn, take } = useEditBase(known)
  const dispatch = useAppDispatch()
  const store = useAppStore()
  /** The saved values, where the form stays because another part has failed. */
  const stored = useRef<V | null>(null)
  const initialValues = useMemo(() => valuesFrom(base), [valuesFrom, base])
  const draftName = base
    ? `${fieldMeta.resource}:${idOf(fieldMeta.resource, base)}`
    : newDraftName(fieldMeta.resource, owner)
  const once = useCreation<N>({ resource: fieldMeta.resource, draft: draftName, complete: change })

  /**
   * What a save changes of the record: numbers in the unit that it will have, which is the form's where it was changed there,
   * else the record's. With a unit, the record's other numbers change, too (K2).
   */
  const changesOf = async (over: Versioned<N>, values: V): Promise<Partial<Input<N>>> => {
    const { resource } = fieldMeta
    const before = stored.current ?? initialValues
    const [typed, first, current] = [values, before, over] as Readonly<Record<string, unknown>>[]
    const units = Object.fromEntries(
      unitFieldsOf(resource)
        .filter((name) => typed && name in typed)
        .map((name) => [name, (typed?.[name] === first?.[name] ? current : typed)?.[name]]),
    )
    const inUnits = <T extends object>(of: T) => inUnitsOf(resource, of, { ...of, ...units })
    const along = Object.entries(inUnits(over)).filter(([name, value]) => value !== current?.[name])
    return {
      ...(Object.fromEntries(along) as Partial<Input<N>>),
      ...(await bodyOf(inUnits(values), inUnits(before))),
    }
  }

  /** Sends the known record with the changes: fields that the form does not show are sent unchanged. */
  const send = async (over: Versioned<N>, body: Partial<Input<N>>) => {
    const record = { id: idOf(fieldMeta.resource, over), version: over.version }
    await change({
      ...record,
      ...(isPartial ? { body } : { body: replacementOf(fieldMeta.resource, over, body), isWhole: true }),
    }).unwrap()
    buildOn({ ...over, ...body, version: over.version + 1 })
  }

  /** Saves together with concurrent changes, where nothing collides; else returns false (K19). */
  const saveBeside = async (body: Partial<Input<N>>, values: V, current: Versioned<N>) => {
    const fieldsOf = (row: Row<N> | undefined) => keptOf(valuesFrom(row)) as Readonly<Record<string, unknown>>
    const mine = keptOf(values) as Readonly<Record<string, unknown>>
    const merged = mergeChanges(fieldMeta as RecordFieldMeta<N>, fieldsOf(base), fieldsOf(current), mine)
    if (merged.collisions.length > 0 || merged.isRelated) return false
    meets?.(current)
    const hasUnits = unitFieldsOf(fieldMeta.resource).length > 0
    const own = hasUnits ? await changesOf(current, values) : body
    await send(current, { ...own, ...(merged.lists as Partial<Input<N>>) })
    if (merged.theirs.length > 0) tellMerged(merged.theirs, current)
    return true
  }

  const tellMerged = (names: readonly string[], current: Row<N>) => {
    const { modified_by } = current as unknown as { modified_by?: number | null }
    const { entities } = store.getState()
    const who =
      modified_by == null ? undefined : (entities.users?.[modified_by] as Row<'users'> | undefined)?.username
    const labels = names.map(
      (name) => fieldMetaOf(fieldMeta as RecordFieldMeta<N>, name as FieldName<N>).label,
    )
    // Without a name it may be any user, the one who saves included: in another tab.
    const what = who === undefined ? 'a change made meanwhile' : `what ${who} changed meanwhile`
    dispatch(
      toastShown({
        kind: 'success',
        title: 'Merged',
        text: `Saved together with ${what}: ${labels.join(', ')}.`,
      }),
    )
  }

  const update = async (over: Versioned<N>, values: V) => {
    const body = await changesOf(over, values)
    if (Object.keys(body).length === 0) {
      if (stored.current === null) dispatch(toastShown(unchanged))
      return
    }
    try {
      await send(over, body)
    } catch (cause) {
      const error = asApiError(cause as ApiError)
      if (error?.code !== 'stale_version') throw cause
      readAgain?.()
      const current = error.current as Versioned<N> | undefined
      if (!current || !(await saveBeside(body, values, current))) throw cause
    }
    stored.current = values
  }

  return {
    base,
    /** Bases the next save on the current version. */
    buildOn: (current: Row<N>) => {
      meets?.(current)
      buildOn(current as Versioned<N>)
    },
    take: (current: Versioned<N>) => {
      stored.current = null
      meets?.(current)
      take(current)
    },
    known,
    builtOn,
    fieldMeta: fieldMeta as RecordFieldMeta<N>,
    fieldsOf: (row: Row<N> | undefined) => keptOf(valuesFrom(row)),
    keptOf,
    valuesFrom,
    initialValues,
    schema,
    /** Key of the draft. */
    draft: {
      name: draftName,
      resource: fieldMeta.resource,
      version: base?.version,
    },
    submit: async (values: V) => (replaced.current ? update(replaced.current, values) : make?.(values, once)),
  }
}

export type RecordFormState<N extends ResourceName, V extends object> = ReturnType<typeof useRecordForm<N, V>>
