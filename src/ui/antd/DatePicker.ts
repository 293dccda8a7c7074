import AntDatePicker from 'antd/es/date-picker'
import type { Dayjs } from 'dayjs'
import type { ComponentProps, ComponentType } from 'react'

/** Of single days, without antd's multiple selection. */
export const DatePicker: ComponentType<ComponentProps<typeof AntDatePicker<Dayjs, false>>> = AntDatePicker
