import { useFormikContext } from 'formik'
import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react'
import './disabled-while-saving.css'

const hold = (event: SyntheticEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/** Moving the focus and copying change nothing; history keys belong to the browser. */
const changesNothing = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'Tab' ||
  key === 'Escape' ||
  (altKey && /^Arrow(?:Left|Right)$/.test(key)) ||
  ((ctrlKey || metaKey) && !/^(?:[bikuvxyz]|Backspace|Delete|Enter)$/i.test(key))

/**
 * DisabledWhileSaving: the fields of a form, read-only during a save. Input at that time would not be saved, and would
 * be lost by the navigation that follows. The focus stays, for another attempt.
 */
export const DisabledWhileSaving = ({ children }: { children: ReactNode }) => {
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
    <div className="disabled-while-saving" role="presentation" aria-busy={isSubmitting} {...held}>
      {children}
    </div>
  )
}
