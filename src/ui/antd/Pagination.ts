import AntPagination from 'antd/es/pagination'
import { themed } from './themed'

export const Pagination = themed(AntPagination)
