import AntTextArea from 'antd/es/input/TextArea'
import { themed } from './themed'

export const TextArea = themed(AntTextArea)
