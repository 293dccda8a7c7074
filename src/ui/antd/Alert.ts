import AntAlert from 'antd/es/alert'
import { themed } from './themed'

export const Alert = themed(AntAlert)
