import AntEmpty from 'antd/es/empty'
import { themed } from './themed'

export const Empty = themed(AntEmpty)
