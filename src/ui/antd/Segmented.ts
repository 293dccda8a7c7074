import AntSegmented, { type SegmentedProps } from 'antd/es/segmented'
import type { ReactNode } from 'react'
import { themed } from './themed'

/** Its value is of whatever type its props say. */
export const Segmented = themed(AntSegmented as never) as <V extends string>(
  props: SegmentedProps<V>,
) => ReactNode
