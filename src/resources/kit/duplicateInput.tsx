import type { FieldProps } from '../../ui/form/FieldFrame'
import { TextField } from '../../ui/form/TextField'
import { DuplicateNotice } from './Duplicates'

/** A text input of a form with its duplicates below. */
export const duplicateInput = (by: string) =>
  function DuplicateInput(frame: FieldProps) {
    return (
      <>
        <TextField {...frame} />
        <DuplicateNotice by={by} />
      </>
    )
  }
