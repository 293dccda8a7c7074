import type { Ref } from 'react'
import { fileTooLarge, imageTypes, isImageType, maxFileBytes, notAnImage } from '../../../contract/files'

interface ImageInputProps {
  label: string
  isInvalid: boolean
  describedBy: string
  ref?: Ref<HTMLInputElement>
  /** @param problem why the image is invalid; null for a valid one. */
  choose: (image: File, problem: string | null) => void
}

const problemOf = ({ type, size }: File): string | null => {
  if (!isImageType(type)) return notAnImage
  return size > maxFileBytes ? fileTooLarge : null
}

/** A file input for an organization's logo. */
export const ImageInput = ({ label, isInvalid, describedBy, ref, choose }: ImageInputProps) => (
  <label className="logo-choose">
    {label}
    <input
      ref={ref}
      type="file"
      className="visually-hidden"
      accept={imageTypes.join()}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      onChange={({ target }) => {
        const [image] = target.files ?? []
        // Allows selecting the same file again.
        target.value = ''
        if (image) choose(image, problemOf(image))
      }}
    />
  </label>
)
