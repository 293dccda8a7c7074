import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '../antd/Button'
import { Input } from '../antd/Input'
import { useStore } from 'react-redux'
import type { RootState } from '../../api/kit/createStore'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { problems } from '../../contract/problems'
import { draftDiscarded, draftSaved } from '../../store/drafts'
import { useNavigationGuard } from '../navigationGuard/guards'
import { pasteInOneLine } from './pasteInOneLine'
import { useDraftName } from './useDraftName'
import './inline-field.css'

/** The stored value of a field, and the version of its record. */
export interface Stored {
  value: string | null
  version: number
}

/** The result of a save: stored, or refused because of a concurrent change of the same field. */
type Outcome = { is: 'saved'; stored: Stored } | { is: 'collided'; stored: Stored; by: string | undefined }

/**
 * Stores a text, or null for none, in the place of what it was typed over; rejects with the ApiError of a call that was
 * refused.
 */
export type InlineSave = (text: string | null, from: Stored) => Promise<Outcome>

interface InlineFieldProps extends Stored {
  label: string
  /** Name of the field and its record, under which a text is kept that a lost session has left unsaved. */
  name: string
  /** Maximum length in UTF-16 code units; longer texts are not sent. */
  max?: number
  save: InlineSave
  /** Called with the typed text, and with null once the field shows the stored value again. */
  typing?: (text: string | null) => void
  /** Shown, not to be changed. */
  readOnly?: boolean
  /** Shown below the input. */
  notice?: ReactNode
}

/** State of the input's save. */
type Stage =
  | { is: 'idle' }
  /** A text that was left unsaved by a lost session. */
  | { is: 'restored' }
  | { is: 'saving'; text: string | null }
  | { is: 'saved' }
  /** A refused text is not sent again automatically. */
  | { is: 'failed'; text: string | null; error: ApiError | undefined }
  /** A concurrent change of the same field: the user has to choose one of the two texts. */
  | { is: 'collided'; text: string | null; theirs: Stored; by: string | undefined }

const idle: Stage = { is: 'idle' }
/** Milliseconds for which 'Saved' is shown. */
const savedFor = 4000

const cleaned = (text: string | null) => text?.trim() || null

const words: Partial<Record<Stage['is'], string>> = {
  restored: 'What you had typed is back.',
  saving: 'Saving',
  saved: 'Saved',
}

/** A text that a lost session has left unsaved, with what it was typed over. */
function useLostText(name: string): { text: string; over: Stored } | null {
  const { getState } = useStore<RootState>()
  const [lost] = useState(() => {
    const draft = getState().drafts[name]
    if (!draft) return null
    const { text, value } = draft.values as { text: string; value: string | null }
    return { text, over: { value, version: draft.version ?? 0 } }
  })
  return lost
}

/**
 * A field that is saved by itself: on blur or Enter, if changed; Esc restores it. After a failure the typed text stays,
 * with the reason and Retry (OPD-9). It can be edited during a save; the next save follows and builds on it.
 * Where another user has changed the same field meanwhile, both texts are shown, and the user chooses one (K19). A text that is
 * unsaved when the session is lost comes back after the next sign-in (TRUST-32).
 */
export const InlineField = ({
  label,
  name,
  max,
  save,
  typing,
  readOnly = false,
  notice,
  ...given
}: InlineFieldProps) => {
  const id = useId()
  const store = useStore<RootState>()
  const draftName = useDraftName(name)
  const lost = useLostText(draftName)
  const [typed, setTyped] = useState(lost?.text ?? null)
  const [stage, setStage] = useState<Stage>(lost ? { is: 'restored' } : idle)
  /** What an answer to this field has told; the record may be read again only later. */
  const [told, setTold] = useState<Stored | null>(null)
  const { value, version } = told && told.version > given.version ? told : given
  /** What the text was typed over. */
  const from = useRef(lost?.over ?? null)
  const latest = useRef(typed)
  const isSaving = useRef(false)
  /** Blur or Enter during an earlier save. */
  const isWanted = useRef(false)
  const isChanged = typed !== null && cleaned(typed) !== cleaned(value)
  const isOnItsWay = stage.is === 'saving' && stage.text === cleaned(typed)
  const wouldBeLost = isChanged && !isOnItsWay
  useNavigationGuard(useCallback(() => wouldBeLost, [wouldBeLost]))

  useEffect(() => {
    if (stage.is !== 'saved') return undefined
    const timer = setTimeout(() => setStage(idle), savedFor)
    return () => clearTimeout(timer)
  }, [stage])

  useEffect(
    () => () => {
      const [text, over] = [latest.current, from.current]
      // Without a text of its own, a draft of this name is another tab's.
      if (text === null || !over) return
      store.dispatch(
        store.getState().sessionEnd === 'lost'
          ? draftSaved({ name: draftName, values: { text, value: over.value }, version: over.version })
          : draftDiscarded(draftName),
      )
    },
    [store, draftName],
  )
  const tellTyped = useRef(typing)
  useEffect(() => {
    if (lost) tellTyped.current?.(lost.text)
  }, [lost])

  const type = (text: string | null) => {
    from.current = text === null ? null : (from.current ?? { value, version })
    latest.current = text
    setTyped(text)
    typing?.(text)
    // From now on the field itself holds it, or nothing is left of it.
    store.dispatch(draftDiscarded(draftName))
  }

  const restore = () => {
    type(null)
    setStage(idle)
  }

  const isOvertaken = (text: string | null) => isWanted.current && cleaned(latest.current) !== text

  const attempt = async (text: string | null, over: Stored): Promise<Stage> => {
    try {
      const outcome = await save(text, over)
      setTold(outcome.stored)
      if (outcome.is === 'collided') return { is: 'collided', text, theirs: outcome.stored, by: outcome.by }
      // What is typed on builds on what has been saved.
      from.current = outcome.stored
      return { is: 'saved' }
    } catch (cause) {
      return { is: 'failed', text, error: asApiError(cause as ApiError) }
    }
  }

  const saveLatest = async (over: Stored) => {
    from.current = over
    let text: string | null
    let next: Stage
    do {
      isWanted.current = false
      text = cleaned(latest.current)
      setStage({ is: 'saving', text })
      next = await attempt(text, from.current)
    } while (next.is !== 'collided' && isOvertaken(text))

    if (next.is === 'saved' && cleaned(latest.current) === text) type(null)
    setStage(next)
  }

  const tooLong = max !== undefined && (cleaned(typed)?.length ?? 0) > max ? problems.tooLong(max) : undefined

  /** @param over what the text takes the place of, where it has been chosen */
  const send = async (over?: Stored) => {
    if (tooLong) return
    if (isSaving.current) {
      isWanted.current = true
      return
    }
    if (!isChanged) {
      if (typed !== null) restore()
      return
    }
    isSaving.current = true
    // As long as this field is what it was, the newest version of the record will do.
    const typedOver =
      from.current?.value === value ? { value, version } : (from.current ?? { value, version })
    await saveLatest(over ?? typedOver)
    isSaving.current = false
  }

  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void send()
    if (event.key !== 'Escape') return
    if (stage.is === 'saving') type(stage.text ?? '')
    else restore()
  }

  const left = () => {
    const isRefused = stage.is === 'failed' || stage.is === 'collided'
    if (!isRefused || stage.text !== cleaned(typed)) void send()
  }

  const refused = stage.is === 'failed' ? (stage.error?.detail ?? 'It could not be saved.') : undefined
  const problem = tooLong ?? refused
  const isAmiss = problem !== undefined || stage.is === 'collided'
  return (
    <div className="inline-field">
      <label htmlFor={id}>{label}</label>
      <span className="inline-field-stage quiet" role="status">
        {words[stage.is]}
      </span>
      <Input
        id={id}
        value={typed ?? value ?? ''}
        readOnly={readOnly}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isAmiss}
        aria-describedby={isAmiss ? `${id}-problem` : undefined}
        status={isAmiss ? 'error' : ''}
        onChange={({ target }) => {
          type(target.value)
          if (stage.is === 'saved' || stage.is === 'restored') setStage(idle)
        }}
        onPaste={pasteInOneLine}
        onKeyDown={pressed}
        onBlur={left}
      />
      <span className="inline-field-printed" aria-hidden>
        {typed ?? value ?? '–'}
      </span>
      {notice && <div className="inline-field-notice">{notice}</div>}
      {problem && (
        <p className="inline-field-problem line">
          <span id={`${id}-problem`} className="problem">
            {problem}
          </span>
          {!tooLong && (
            <Button size="small" onClick={() => void send()}>
              Retry
            </Button>
          )}
        </p>
      )}
      {stage.is === 'collided' && !problem && (
        <div className="inline-field-problem line" role="alert">
          <span id={`${id}-problem`}>
            Changed meanwhile{stage.by !== undefined && ` by ${stage.by}`}:{' '}
            {stage.theirs.value === null ? 'now empty' : <strong>{stage.theirs.value}</strong>}
          </span>
          <Button size="small" onClick={() => void send(stage.theirs)}>
            Keep mine
          </Button>
          <Button size="small" onClick={restore}>
            Take theirs
          </Button>
        </div>
      )}
    </div>
  )
}
