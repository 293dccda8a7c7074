import AntCheckbox from 'antd/es/checkbox'
import { themed } from './themed'

export const Checkbox = themed(AntCheckbox)
