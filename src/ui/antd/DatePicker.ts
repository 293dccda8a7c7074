import AntDatePicker from 'antd/es/date-picker'
import type { Dayjs } from 'dayjs'
import type { ComponentProps } from 'react'
import { themed } from './themed'

/** Of single days, without antd's multiple selection. */
export const DatePicker = themed<ComponentProps<typeof AntDatePicker<Dayjs, false>>>(AntDatePicker)
