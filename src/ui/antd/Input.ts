import AntInput from 'antd/es/input'
import { themed } from './themed'

export type { InputRef } from 'antd/es/input'
export const Input = themed(AntInput)
