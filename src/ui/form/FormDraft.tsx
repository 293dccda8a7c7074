import { useFormikContext, type FormikValues } from 'formik'
import { useContext, useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import type { RootState } from '../../api/kit/createStore'
import type { ResourceName } from '../../contract'
import { inUnitsOf, unitFieldsOf } from '../../contract/quantities'
import { draftDiscarded, draftSaved, type Draft } from '../../store/drafts'
import { Button } from '../antd/Button'
import { focusInput } from './fieldIds'
import { useDraftName } from './useDraftName'
import { SavedContext } from './useSubmission'

export interface DraftProps {
  /** Name of the form and its record: a draft is only restored into the same form. */
  name: string
  /** The resource whose fields the values are, for the units of numbers. */
  resource?: ResourceName
  /** Version of the record being edited; none for a new record. */
  version?: number | undefined
  /** Fields that must not be stored. */
  except?: readonly string[]
  /** The record is saved, although other requests may be pending. */
  isSaved?: boolean
}

/** Milliseconds of delay before a draft is stored, so that not every key press writes. */
const pause = 1_000

/** Selected files cannot be stored. */
const isKeepable = (value: unknown) => ![value].flat().some((item) => item instanceof Blob)

const nothing: readonly string[] = []

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The changed fields that may be stored. */
const changedIn = (values: FormikValues, initialValues: FormikValues, except: readonly string[]) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) =>
        !except.includes(field) && isKeepable(value) && !isSame(value, initialValues[field]),
    ),
  )

/** The fields with the units of a form's numbers. */
const unitsIn = (resource: ResourceName | undefined, values: FormikValues): FormikValues =>
  Object.fromEntries(
    (resource ? unitFieldsOf(resource) : [])
      .filter((name) => name in values)
      .map((name) => [name, values[name]]),
  )

/**
 * A form's values with those of a draft, which may have been typed in other units than the record has since: all numbers in
 * the units that the form shows, which are those changed in the draft, else the record's (K2).
 */
const restored = (
  resource: ResourceName | undefined,
  initialValues: FormikValues,
  { values, units }: Pick<Draft, 'values' | 'units'>,
): FormikValues => {
  if (!resource) return { ...initialValues, ...values }
  const shown = unitsIn(resource, { ...initialValues, ...values })
  const typed = inUnitsOf(resource, { ...shown, ...units, ...values }, shown)
  return {
    ...inUnitsOf(resource, initialValues, shown),
    ...Object.fromEntries(Object.keys(values).map((name) => [name, typed[name]])),
  }
}

/**
 * In a form: stores unsaved input until it is saved or discarded, across a reload, a lost session or a crashed page
 * (TRUST-32).
 */
const useKeeping = (
  draftName: string,
  { resource, version, except = nothing, isSaved = false }: DraftProps,
) => {
  const store = useStore<RootState>()
  const { values, initialValues, dirty } = useFormikContext<FormikValues>()
  const { known, shown, abandoned } = useContext(SavedContext)
  const isStored = isSaved || values === shown
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const settle = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    // A sign-out removes drafts.
    if (store.getState().sessionEnd === 'asked') return
    const changed = changedIn(values, initialValues, except)
    if (isStored || abandoned.current || values === known.current) store.dispatch(draftDiscarded(draftName))
    else if (Object.keys(changed).length)
      store.dispatch(
        draftSaved({ name: draftName, values: changed, units: unitsIn(resource, values), version }),
      )
  }
  const latest = useRef(settle)
  useEffect(() => {
    latest.current = settle
  })

  const hasHeld = useRef(false)
  useEffect(() => {
    if (dirty && !isStored) timer.current ??= setTimeout(() => latest.current(), pause)
    else if (hasHeld.current || isStored) {
      clearTimeout(timer.current)
      timer.current = undefined
      store.dispatch(draftDiscarded(draftName))
    }
    hasHeld.current = dirty
  }, [dirty, isStored, values, store, draftName])

  useEffect(() => {
    const leaving = () => latest.current()
    window.addEventListener('pagehide', leaving)
    return () => {
      window.removeEventListener('pagehide', leaving)
      leaving()
    }
  }, [])
}

/** In a form: restores the draft, says so, and offers to discard it. */
export const FormDraft = (props: DraftProps) => {
  const { name, resource, version } = props
  const store = useStore<RootState>()
  const draftName = useDraftName(name)
  const { initialValues, setValues, resetForm } = useFormikContext<FormikValues>()
  const [draft, setDraft] = useState(() => {
    const kept = store.getState().drafts[draftName]
    if (!kept) return undefined
    // Another release's form may have had other fields.
    const known = Object.entries(kept.values).filter(([field]) => field in initialValues)
    const values = restored(resource, initialValues, { ...kept, values: Object.fromEntries(known) })
    // Values equal to the saved ones are not a draft.
    const isTyped = known.some(([field]) => !isSame(values[field], initialValues[field]))
    return isTyped ? { version: kept.version, values } : undefined
  })
  useKeeping(draftName, props)
  const hint = useRef<HTMLDivElement>(null)
  const isBack = useRef(false)

  useEffect(() => {
    if (!draft || isBack.current) return
    isBack.current = true
    void setValues(draft.values, false)
  }, [draft, setValues])

  if (!draft) return null
  const discard = () => {
    const form = hint.current?.closest('form') ?? null
    resetForm()
    setDraft(undefined)
    focusInput(form)
  }
  return (
    <div className="form-draft row-apart tinted" role="status" ref={hint}>
      <p>
        What you had typed is back.
        {draft.version !== version && ' The record has been changed meanwhile: look it over before you save.'}
      </p>
      <Button size="small" onClick={discard}>
        Discard draft
      </Button>
    </div>
  )
}
