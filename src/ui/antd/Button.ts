import AntButton from 'antd/es/button'
import { themed } from './themed'

export type { ButtonProps } from 'antd/es/button'
export const Button = themed(AntButton)
