import AntSelect, { type SelectProps } from 'antd/es/select'
import type { ReactNode } from 'react'
import { themed } from './themed'

export type { SelectProps } from 'antd/es/select'

/** Its values and options are of whatever type its props say. */
export const Select = themed(AntSelect as never) as <V, O extends object>(
  props: SelectProps<V, O>,
) => ReactNode
