import { useMemo, useRef } from 'react'
import type { ObjectSchema } from 'yup'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useRow } from '../../api/kit/hooks'
import type { Change } from '../../api/kit/mutations'
import { idOf, type Input, type ResourceName, type Row } from '../../contract'
import { useEdited } from '../../ui/form/useEdited'
import { changedBody } from '../../ui/form/values'
import type { RecordFaces } from './face'
import { useCreation, type MakeOnce, type Sent } from './useCreation'

export interface RecordFormOptions<N extends ResourceName, V extends object> {
  faces: RecordFaces<N, never>
  /** The newest that is known of the record that is changed; undefined while a new one is made. */
  row: Row<N> | undefined
  /** The same function at each rendering. */
  valuesFrom: (row: Row<N> | undefined) => V
  schema: ObjectSchema<V>
  /** Makes a new record, where the form can: by `once`, also where an answer got lost and other values follow (TRUST-28). */
  make?: (values: V, once: MakeOnce<N>) => Promise<unknown>
  change: (change: Change<N>) => Sent
  /** The fields of the record that values come to, also those half typed; the values, unless something else is said. */
  keptOf?: (values: V) => object
  /** What is sent of a change; the fields that differ, unless something else is said, be it after a question. */
  bodyOf?: (values: V, initial: V) => Partial<Input<N>> | Promise<Partial<Input<N>>>
  /** What a new record is made for: tells its draft from those of others (TRUST-32). */
  owner?: string | number | undefined
  /** Told which state of the record a form goes on from that began with an older one. */
  meets?: ((current: Row<N>) => void) | undefined
  /** Reads the record again, and with it who has changed it meanwhile. */
  readAgain?: (() => void) | undefined
}

type Versioned<N extends ResourceName> = Row<N> & { version: number }

const newerOf = <R extends { version: number }>(given: R | undefined, other: R | undefined) =>
  given && other && other.version > given.version ? other : given

/** Under which a new record is kept while it is typed; told apart by what it is made for. */
export const newDraftName = (resource: ResourceName, owner?: string | number) =>
  [resource, 'new', owner].filter((part) => part !== undefined).join(':')

/**
 * The state of a form over one record: what it began with, the version that the next save replaces, how it is saved,
 * and what somebody else has made of it meanwhile (OPE-5). RecordForm and RecordDialog show it.
 */
export const useRecordForm = <N extends ResourceName, V extends object>({
  faces,
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
}: RecordFormOptions<N, V>) => {
  // Whoever opened the form may hold the record as it was then.
  const inStore = useRow(faces.resource, row && idOf(faces.resource, row)) as Versioned<N> | undefined
  const known = newerOf(row as Versioned<N> | undefined, inStore)
  const { base, version, builtOn, buildOn, take } = useEdited(known)
  /** What a save has stored, where the form is still there because something else of it has failed. */
  const stored = useRef<V | null>(null)
  const initialValues = useMemo(() => valuesFrom(base), [valuesFrom, base])
  const draftName = base
    ? `${faces.resource}:${idOf(faces.resource, base)}`
    : newDraftName(faces.resource, owner)
  const once = useCreation<N>({ resource: faces.resource, draft: draftName, complete: change })

  const update = async (known: Row<N>, values: V) => {
    const body = await bodyOf(values, stored.current ?? initialValues)
    if (Object.keys(body).length === 0) return
    try {
      await change({ id: idOf(faces.resource, known), body, version: version.current }).unwrap()
      stored.current = values
      buildOn((version.current ?? 0) + 1)
    } catch (cause) {
      if (asApiError(cause as ApiError)?.code === 'stale_version') readAgain?.()
      throw cause
    }
  }

  return {
    base,
    /** Has the next save take the place of what somebody else has made of the record. */
    buildOn: (current: Row<N>) => {
      meets?.(current)
      buildOn((current as Versioned<N>).version)
    },
    take: (current: Versioned<N>) => {
      stored.current = null
      meets?.(current)
      take(current)
    },
    known,
    builtOn,
    faces: faces as RecordFaces<N>,
    fieldsOf: (row: Row<N> | undefined) => keptOf(valuesFrom(row)),
    keptOf,
    initialValues,
    schema,
    /** Under which what has been typed is kept. */
    draft: {
      name: draftName,
      version: base?.version,
    },
    submit: async (values: V) => (base ? update(base, values) : make?.(values, once)),
  }
}

export type RecordFormState<N extends ResourceName, V extends object> = ReturnType<typeof useRecordForm<N, V>>
