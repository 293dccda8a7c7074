import { useId, useState } from 'react'
import { ImageInput } from './ImageInput'

interface OtherImageProps {
  /** Why the previous image could not be stored. */
  refusal: string | undefined
  take: (image: File) => void
}

/** Why a logo was not stored, and an input for another file, which Retry then sends. */
export const OtherImage = ({ refusal, take }: OtherImageProps) => {
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState(refusal)
  return (
    <>
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem}
      </p>
      <ImageInput
        label="Choose another image"
        isInvalid={problem !== undefined}
        describedBy={`${id}-problem ${id}-chosen`}
        choose={(image, fault) => {
          setProblem(fault ?? undefined)
          if (fault !== null) return
          setChosen(image.name)
          take(image)
        }}
      />
      <p id={`${id}-chosen`} className="field-hint quiet" role="status">
        {chosen !== null && (
          <>
            <bdi translate="no">{chosen}</bdi> is sent instead when you retry.
          </>
        )}
      </p>
    </>
  )
}
