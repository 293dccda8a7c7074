import AntSegmented, { type SegmentedProps } from 'antd/es/segmented'
import type { ReactNode } from 'react'
import { themed } from './themed'

/** The wrapper loses the generic value type. */
export const Segmented = themed(AntSegmented as never) as <V extends string>(
  props: SegmentedProps<V>,
) => ReactNode
