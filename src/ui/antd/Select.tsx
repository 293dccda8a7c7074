import AntSelect, { type SelectProps } from 'antd/es/select'
import { forwardRef, type InputHTMLAttributes, type ReactNode } from 'react'
import { themed } from './themed'

export type { SelectProps } from 'antd/es/select'

/** antd sets autocomplete to new-password; this replaces it, so that browsers offer nothing (K20). */
const SearchBox = forwardRef<HTMLInputElement, InputHTMLAttributes<HTMLInputElement>>((props, ref) => (
  <input {...props} ref={ref} autoComplete="off" />
))
SearchBox.displayName = 'SearchBox'

const components = { input: SearchBox }

const PlainSelect = (props: SelectProps) => <AntSelect {...props} components={components} />

/** The wrapper loses the generic types of values and options. */
export const Select = themed(PlainSelect) as <V, O extends object>(props: SelectProps<V, O>) => ReactNode
