import { Button } from '../button/Button'
import { useFormikContext, type FormikValues } from 'formik'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import type { RootState } from '../../api/kit/createStore'
import { draftDropped, draftKept, draftsOf } from '../../store/drafts'
import { focusInput } from './focusInput'

export interface DraftProps {
  /** Of the form: what is typed into it comes back into it only. */
  name: string
  /** Of the record that is being changed; none for a new one. */
  version?: number | undefined
}

/** Drafts are their author's, also once the session is over. */
const useDraftName = (name: string) => {
  const user = useAppSelector((state) => state.session.user?.id)
  const [author] = useState(user)
  return `${draftsOf(author)}${name}`
}

/** Chosen files cannot be kept. */
const isKeepable = (value: unknown) => ![value].flat().some((item) => item instanceof Blob)

/** Inside a form: keeps what has been typed, for the way out of it that leads back. */
export const useKeepDraft = ({ name, version }: DraftProps) => {
  const dispatch = useAppDispatch()
  const draftName = useDraftName(name)
  const { values, initialValues, dirty } = useFormikContext<FormikValues>()
  return () => {
    if (!dirty) return
    const changed = Object.entries(values).filter(
      ([field, value]) => isKeepable(value) && JSON.stringify(value) !== JSON.stringify(initialValues[field]),
    )
    const draft = { values: Object.fromEntries(changed), ...(version !== undefined && { version }) }
    dispatch(draftKept({ name: draftName, draft }))
  }
}

/** Inside a form: what has been typed outlives a session that is lost (TRUST-32). */
const useKeepWhenLost = (draft: DraftProps) => {
  const store = useStore<RootState>()
  const keep = useKeepDraft(draft)
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  useEffect(
    () => () => {
      if (store.getState().ending === 'lost') latest.current()
    },
    [store],
  )
}

/** Inside a form: brings back what had been typed when it was left, says so, and offers to forget it. */
export const FormDraft = ({ name, version }: DraftProps) => {
  useKeepWhenLost({ name, version })
  const dispatch = useAppDispatch()
  const draftName = useDraftName(name)
  const kept = useAppSelector((state) => state.drafts[draftName])
  const [draft, setDraft] = useState(kept)
  const { initialValues, setValues, resetForm } = useFormikContext<FormikValues>()
  const hint = useRef<HTMLDivElement>(null)
  const isBack = useRef(false)

  useEffect(() => {
    if (!draft || isBack.current) return
    isBack.current = true
    void setValues({ ...initialValues, ...draft.values }, false)
    dispatch(draftDropped(draftName))
  }, [draft, draftName, initialValues, setValues, dispatch])

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
        {draft.version !== version &&
          ` The record has been changed meanwhile (version ${draft.version ?? 0}, now ${version ?? 0}): look it over before you save.`}
      </p>
      <Button size="small" onClick={discard}>
        Discard draft
      </Button>
    </div>
  )
}
