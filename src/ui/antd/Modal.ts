import AntModal from 'antd/es/modal'
import { themed } from './themed'

export const Modal = themed(AntModal)
