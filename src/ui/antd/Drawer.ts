import AntDrawer from 'antd/es/drawer'
import { themed } from './themed'

export const Drawer = themed(AntDrawer)
