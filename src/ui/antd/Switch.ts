import AntSwitch from 'antd/es/switch'
import { themed } from './themed'

export const Switch = themed(AntSwitch)
