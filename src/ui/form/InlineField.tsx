import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../button/Button'
import { Input } from '../antd/Input'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useLeaveGuard } from '../leaving/guards'
import './inline-field.css'

interface InlineFieldProps {
  label: string
  /** As it is stored. */
  value: string | null
  /** UTF-16 code units; more cannot be typed. */
  max?: number
  /** Stores a text, or null for none; rejects with the ApiError of a call that was refused. */
  save: (value: string | null) => Promise<unknown>
}

/** What has become of what was typed. */
type Stage =
  | { is: 'idle' }
  | { is: 'saving'; text: string | null }
  | { is: 'saved' }
  /** The text that was refused is not sent again by itself. */
  | { is: 'failed'; text: string | null; error: ApiError | undefined }

const idle: Stage = { is: 'idle' }
/** 'Saved' stands for so many milliseconds. */
const savedFor = 4000

const cleaned = (text: string | null) => text?.trim() || null

const words: Partial<Record<Stage['is'], string>> = { saving: 'Saving', saved: 'Saved' }

/**
 * A field of a record that is saved by itself: when it is left, or on Enter, if it has been changed; Esc restores it.
 * What could not be saved stays as it was typed, with the reason and Retry (OPD-9). It can be typed on while it is
 * saved: one save follows the other then, and builds on it.
 */
export const InlineField = ({ label, value, max, save }: InlineFieldProps) => {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [stage, setStage] = useState<Stage>(idle)
  const latest = useRef(typed)
  const isSaving = useRef(false)
  /** The field has been left, or Enter pressed, while an earlier text was being saved. */
  const isWanted = useRef(false)
  const isChanged = typed !== null && cleaned(typed) !== cleaned(value)
  const isOnItsWay = stage.is === 'saving' && stage.text === cleaned(typed)
  const wouldBeLost = isChanged && !isOnItsWay
  useLeaveGuard(useCallback(() => wouldBeLost, [wouldBeLost]))

  useEffect(() => {
    if (stage.is !== 'saved') return undefined
    const timer = setTimeout(() => setStage(idle), savedFor)
    return () => clearTimeout(timer)
  }, [stage])

  const type = (text: string | null) => {
    latest.current = text
    setTyped(text)
  }

  const restore = () => {
    type(null)
    setStage(idle)
  }

  const isOvertaken = (text: string | null) => isWanted.current && cleaned(latest.current) !== text

  const saveLatest = async () => {
    let text: string | null
    let failure: { error: ApiError | undefined } | null
    do {
      isWanted.current = false
      text = cleaned(latest.current)
      setStage({ is: 'saving', text })
      failure = await save(text).then(
        () => null,
        (cause: unknown) => ({ error: asApiError(cause as ApiError) }),
      )
    } while (isOvertaken(text))

    if (!failure && cleaned(latest.current) === text) type(null)
    setStage(failure ? { is: 'failed', text, ...failure } : { is: 'saved' })
  }

  const send = async () => {
    if (isSaving.current) {
      isWanted.current = true
      return
    }
    if (!isChanged) {
      if (typed !== null) restore()
      return
    }
    isSaving.current = true
    await saveLatest()
    isSaving.current = false
  }

  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void send()
    if (event.key !== 'Escape') return
    if (stage.is === 'saving') type(stage.text ?? '')
    else restore()
  }

  const left = () => {
    if (stage.is !== 'failed' || stage.text !== cleaned(typed)) void send()
  }

  const problem = stage.is === 'failed' ? (stage.error?.detail ?? 'It could not be saved.') : undefined
  return (
    <div className="inline-field">
      <label htmlFor={id}>{label}</label>
      <span className="inline-field-stage quiet" role="status">
        {words[stage.is]}
      </span>
      <Input
        id={id}
        value={typed ?? value ?? ''}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-problem`}
        status={problem ? 'error' : ''}
        {...(max !== undefined && { maxLength: max })}
        onChange={({ target }) => {
          type(target.value)
          if (stage.is === 'saved') setStage(idle)
        }}
        onKeyDown={pressed}
        onBlur={left}
      />
      {problem && (
        <p className="inline-field-problem">
          <span id={`${id}-problem`} className="problem">
            {problem}
          </span>
          <Button size="small" onClick={() => void send()}>
            Retry
          </Button>
        </p>
      )}
    </div>
  )
}
