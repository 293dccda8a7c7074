import AntDropdown from 'antd/es/dropdown'
import { themed } from './themed'

export const Dropdown = themed(AntDropdown)
