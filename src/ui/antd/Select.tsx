import AntSelect, { type SelectProps } from 'antd/es/select'
import { forwardRef, type InputHTMLAttributes } from 'react'

export type { SelectProps } from 'antd/es/select'

/** antd sets autocomplete to new-password; this replaces it, so that browsers offer nothing (K20). */
const SearchBox = forwardRef<HTMLInputElement, InputHTMLAttributes<HTMLInputElement>>((props, ref) => (
  <input {...props} ref={ref} autoComplete="off" />
))
SearchBox.displayName = 'SearchBox'

const components = { input: SearchBox }

export const Select = <V, O extends object>(props: SelectProps<V, O>) => (
  <AntSelect<V, O> {...props} components={components} />
)
