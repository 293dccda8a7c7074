import { Button } from '../../../ui/antd/Button'
import { useId, useRef, useState } from 'react'
import { maxFileBytes } from '../../../contract/files'
import { formatBytes } from '../../../ui/value/numbers'
import { ImageInput } from './ImageInput'
import type { Logo } from './useLogo'

interface LogoFieldProps {
  label: string
  logo: Logo
  /** Address of the stored logo, or null for none. */
  stored: string | null
}

/** The logo of an organization with a preview; only a new one is sent (ORG-3). */
export const LogoField = ({ label, logo: { choice, decide }, stored }: LogoFieldProps) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const shown = choice.is === 'chosen' ? choice.preview : choice.is === 'kept' ? stored : null

  const take = (image: File, fault: string | null) => {
    setProblem(fault)
    if (fault === null) decide({ is: 'chosen', image, preview: URL.createObjectURL(image) })
  }
  const back = () => {
    setProblem(null)
    decide(choice.is === 'kept' ? { is: 'removed' } : { is: 'kept' })
    input.current?.focus()
  }

  return (
    <fieldset className="field">
      <legend className="visually-hidden">{label}</legend>
      <div className="logo-input row">
        {shown ? (
          <img src={shown} alt={choice.is === 'chosen' ? 'The logo that is to be stored' : 'The logo'} />
        ) : (
          <span className="logo-none" aria-hidden>
            –
          </span>
        )}
        <ImageInput
          ref={input}
          label={shown || problem ? 'Choose another image' : 'Choose an image'}
          isInvalid={problem !== null}
          describedBy={`${id}-limit${problem ? ` ${id}-problem` : ''}`}
          choose={take}
        />
        {(choice.is !== 'kept' || stored) && (
          <Button size="small" onClick={back}>
            {choice.is === 'kept' ? 'Remove logo' : 'Undo'}
          </Button>
        )}
      </div>
      {problem && (
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
      )}
      <p id={`${id}-limit`} className="field-hint quiet">
        {choice.is === 'chosen' ? `${choice.image.name}, ${formatBytes(choice.image.size)}. ` : ''}
        {choice.is === 'removed' ? 'It is removed when you save. ' : ''}
        PNG, JPEG, GIF or WebP, up to {formatBytes(maxFileBytes)}
      </p>
    </fieldset>
  )
}
