import AntRadioGroup from 'antd/es/radio/group'
import { themed } from './themed'

export const RadioGroup = themed(AntRadioGroup)
