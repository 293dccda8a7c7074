import { Button } from '../../../ui/button/Button'
import { useId, useRef, useState } from 'react'
import { fileTooLarge, imageTypes, isImageType, maxFileBytes, notAnImage } from '../../../contract/files'
import { formatBytes } from '../../../ui/value/numbers'
import type { Logo } from './useLogo'

interface LogoFieldProps {
  label: string
  logo: Logo
  /** As it is stored: an address that shows it, or null for none. */
  stored: string | null
}

const problemOf = ({ type, size }: File): string | null => {
  if (!isImageType(type)) return notAnImage
  return size > maxFileBytes ? fileTooLarge : null
}

/** An image for the organization, with what it will look like; sent only where one is chosen (ORG-3). */
export const LogoField = ({ label, logo: { choice, decide }, stored }: LogoFieldProps) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const shown = choice.is === 'chosen' ? choice.preview : choice.is === 'kept' ? stored : null

  const take = (image: File) => {
    const fault = problemOf(image)
    setProblem(fault)
    if (!fault) decide({ is: 'chosen', image, preview: URL.createObjectURL(image) })
  }
  const back = () => {
    setProblem(null)
    decide(choice.is === 'kept' ? { is: 'removed' } : { is: 'kept' })
    input.current?.focus()
  }

  return (
    <fieldset className="field">
      <legend className="visually-hidden">{label}</legend>
      <div className="logo-input">
        {shown ? (
          <img src={shown} alt={choice.is === 'chosen' ? 'The logo that is to be stored' : 'The logo'} />
        ) : (
          <span className="logo-none" aria-hidden>
            –
          </span>
        )}
        <label className="logo-choose">
          {shown ? 'Choose another image' : 'Choose an image'}
          <input
            ref={input}
            type="file"
            className="visually-hidden"
            accept={imageTypes.join()}
            aria-invalid={problem !== null}
            aria-describedby={`${id}-limit${problem ? ` ${id}-problem` : ''}`}
            onChange={({ target }) => {
              const [image] = target.files ?? []
              // The same file can be chosen again later.
              target.value = ''
              if (image) take(image)
            }}
          />
        </label>
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
