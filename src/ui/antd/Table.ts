import Table from 'antd/es/table'

export type { ColumnType } from 'antd/es/table'
export { Table }

export const { Summary } = Table
