import { useFormikContext } from 'formik'
import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react'
import './still-fields.css'

const hold = (event: SyntheticEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/** Going on, looking and copying change nothing, and the way back is the browser's. */
const changesNothing = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'Tab' ||
  key === 'Escape' ||
  (altKey && /^Arrow(?:Left|Right)$/.test(key)) ||
  ((ctrlKey || metaKey) && !/^(?:[bikuvxyz]|Backspace|Delete|Enter)$/i.test(key))

/**
 * The fields of a form, which keep still while it is being saved: what would be typed then is not in what is saved, and
 * lost with the page that saving leads away from. The focus stays where it is, for whoever has to try again.
 */
export const StillFields = ({ children }: { children: ReactNode }) => {
  const { isSubmitting } = useFormikContext()
  const held = isSubmitting && {
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (!changesNothing(event)) hold(event)
    },
    onBeforeInputCapture: hold,
    onPasteCapture: hold,
    onCutCapture: hold,
    onDropCapture: hold,
    onMouseDownCapture: hold,
    onClickCapture: hold,
  }
  return (
    <div className="still-fields" role="presentation" aria-busy={isSubmitting} {...held}>
      {children}
    </div>
  )
}
