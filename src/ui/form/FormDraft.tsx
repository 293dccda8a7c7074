import { useFormikContext, type FormikValues } from 'formik'
import { useContext, useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import type { RootState } from '../../api/kit/createStore'
import { draftDropped, draftKept } from '../../store/drafts'
import { Button } from '../button/Button'
import { focusInput } from './focusInput'
import { useDraftName } from './useDraftName'
import { SavedContext } from './useSubmission'

export interface DraftProps {
  /** Of the form, and of the record that it is about: what is typed into it comes back into it only. */
  name: string
  /** Of the record that is being changed; none for a new one. */
  version?: number | undefined
  /** The fields that must not be kept. */
  except?: readonly string[]
  /** It is there, whatever else is still under way. */
  isSaved?: boolean
}

/** Milliseconds after which what is being typed is kept, so that not every key writes. */
const pause = 1_000

/** Chosen files cannot be kept. */
const isKeepable = (value: unknown) => ![value].flat().some((item) => item instanceof Blob)

const nothing: readonly string[] = []

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that have been changed and may be kept. */
const changedIn = (values: FormikValues, initialValues: FormikValues, except: readonly string[]) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) =>
        !except.includes(field) && isKeepable(value) && !isSame(value, initialValues[field]),
    ),
  )

/**
 * Inside a form: what has been typed is kept until it is saved or given up, whatever else becomes of the form: a reload,
 * a session that is lost, a page that cannot be shown any more (TRUST-32).
 */
const useKeeping = (draftName: string, { version, except = nothing, isSaved = false }: DraftProps) => {
  const store = useStore<RootState>()
  const { values, initialValues, dirty } = useFormikContext<FormikValues>()
  const { known, shown, abandoned } = useContext(SavedContext)
  const isStored = isSaved || values === shown
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const settle = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    // Whoever has signed out leaves nothing.
    if (store.getState().ending === 'asked') return
    const changed = changedIn(values, initialValues, except)
    if (isStored || abandoned.current || values === known.current) store.dispatch(draftDropped(draftName))
    else if (Object.keys(changed).length)
      store.dispatch(draftKept({ name: draftName, values: changed, version }))
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
      store.dispatch(draftDropped(draftName))
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

/** Inside a form: brings back what had been typed when it was left, says so, and offers to forget it. */
export const FormDraft = (props: DraftProps) => {
  const { name, version } = props
  const store = useStore<RootState>()
  const draftName = useDraftName(name)
  const { initialValues, setValues, resetForm } = useFormikContext<FormikValues>()
  const [draft, setDraft] = useState(() => {
    const kept = store.getState().drafts[draftName]
    // A form of another release may have had other fields; what has been saved after all is no draft any more.
    const typed = Object.entries(kept?.values ?? {}).filter(
      ([field, value]) => field in initialValues && !isSame(value, initialValues[field]),
    )
    return kept && typed.length ? { version: kept.version, values: Object.fromEntries(typed) } : undefined
  })
  useKeeping(draftName, props)
  const hint = useRef<HTMLDivElement>(null)
  const isBack = useRef(false)

  useEffect(() => {
    if (!draft || isBack.current) return
    isBack.current = true
    void setValues({ ...initialValues, ...draft.values }, false)
  }, [draft, initialValues, setValues])

  if (!draft) return null
  const discard = () => {
    const form = hint.current?.closest('form') ?? null
    resetForm()
    setDraft(undefined)
    focusInput(form)
  }
  return (
    <div className="form-draft" role="status" ref={hint}>
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
