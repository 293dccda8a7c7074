/** What a list asks for, and the conditions of a resource's own parameters. */
import type { Expression, SqlBool } from 'kysely'
import type { OpenDatabase } from '../../db/dialects'
import { currentLimits } from '../../db/rowLimits'
import { isLimited } from '../limits'
import type { ServerResource } from '../resource'
import { batchSize } from './costEstimate'
import type { Page } from './order'
import type { ListQuery } from './query'

/** The caller's view of a list, which is of the trash or of all other records. */
export interface Viewer {
  reader: number
  /** OpenDatabase.version, read before. */
  dataVersion: string
  trash?: boolean
}

/** The conditions of a list. */
export type ListConditions = Pick<ListQuery, 'q' | 'filters' | 'own' | 'isOfNow'>
/** The conditions and the page of a list. */
export type PageQuery = ListConditions & Page

export interface OwnCondition {
  condition: Expression<SqlBool>
  columns?: readonly string[] | undefined
  ofOne?: Expression<SqlBool> | undefined
}

/** The conditions of a resource's own parameters, with the columns that decide about them where these are known. */
export const ownConditions = (
  { db }: Pick<OpenDatabase, 'db'>,
  { listParameters }: ServerResource,
  own: ListConditions['own'],
): OwnCondition[] =>
  Object.entries(own).flatMap(([name, value]) => {
    const parameter = listParameters[name]
    const condition = parameter?.condition(value, own, db)
    return condition
      ? [{ condition, columns: parameter?.columns, ofOne: parameter?.conditionOfOne?.(db) }]
      : []
  })

/** Whether a list is searched or filtered. */
export const hasConditions = ({ q, filters, own }: ListConditions): boolean =>
  q !== '' || filters.length > 0 || Object.keys(own).length > 0

/** Whether a list has no condition but its filters. */
export const isFilteredOnly = ({ q, own }: ListConditions): boolean =>
  q === '' && Object.keys(own).length === 0

/** Whether a list has no condition but its search. */
export const isPlain = (
  resource: ServerResource,
  { filters, own }: ListConditions,
  { trash }: Viewer,
): boolean =>
  resource.owner === null &&
  !isLimited(resource) &&
  !trash &&
  filters.length === 0 &&
  Object.keys(own).length === 0

/** Tells apart what readers count who do not see the same records. */
export const limitsKey = (): string | null => currentLimits()?.key ?? null

/** Whether more is requested than a page, plus the one more that tells whether a list is long. */
export const isLong = ({ limit = 0 }: { limit?: number | undefined }): boolean => limit > batchSize + 1
