import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useCallback, useEffect, useId, useState, type KeyboardEvent } from 'react'
import { asApiError, type ApiError } from '../api/errors'
import { useLeaveGuard } from './leaving/guards'
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
  | { is: 'saving' }
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
 * What could not be saved stays as it was typed, with the reason and Retry (OPD-9).
 */
export const InlineField = ({ label, value, max, save }: InlineFieldProps) => {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [stage, setStage] = useState<Stage>(idle)
  const isChanged = typed !== null && cleaned(typed) !== cleaned(value)
  const wouldBeLost = isChanged && stage.is !== 'saving'
  useLeaveGuard(useCallback(() => wouldBeLost, [wouldBeLost]))

  useEffect(() => {
    if (stage.is !== 'saved') return undefined
    const timer = setTimeout(() => setStage(idle), savedFor)
    return () => clearTimeout(timer)
  }, [stage])

  const restore = () => {
    setTyped(null)
    setStage(idle)
  }

  const send = async () => {
    if (stage.is === 'saving') return
    if (!isChanged) {
      if (typed !== null) restore()
      return
    }
    const text = cleaned(typed)
    setStage({ is: 'saving' })
    try {
      await save(text)
    } catch (cause) {
      setStage({ is: 'failed', text, error: asApiError(cause as ApiError) })
      return
    }
    setTyped(null)
    setStage({ is: 'saved' })
  }

  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void send()
    if (event.key === 'Escape' && stage.is !== 'saving') restore()
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
        readOnly={stage.is === 'saving'}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-problem`}
        status={problem ? 'error' : ''}
        {...(max !== undefined && { maxLength: max })}
        onChange={({ target }) => {
          setTyped(target.value)
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
