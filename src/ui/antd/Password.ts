import AntPassword from 'antd/es/input/Password'
import { themed } from './themed'

export const Password = themed(AntPassword)
