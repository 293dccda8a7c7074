import type { ComponentType } from 'react'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { TextField } from '../../ui/form/TextField'
import { DuplicateNotice } from './Duplicates'

/** An input of a form with its duplicates below. */
export const duplicateInput = (by: string, Input: ComponentType<FieldProps> = TextField) =>
  function DuplicateInput(frame: FieldProps) {
    return (
      <>
        <Input {...frame} />
        <DuplicateNotice by={by} />
      </>
    )
  }
