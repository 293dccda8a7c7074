import AntTable, { type TableProps } from 'antd/es/table'
import type { ReactNode } from 'react'
import { themed } from './themed'

export type { ColumnType } from 'antd/es/table'

/** The wrapper loses the generic type of the rows. */
export const Table = themed(AntTable as never) as <R extends object>(props: TableProps<R>) => ReactNode

export const { Summary } = AntTable
