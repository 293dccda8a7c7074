import type { FetchArgs } from '@reduxjs/toolkit/query'
import type { LinkFilter } from '../../contract/linkFilters'

/** The parameters of a list: search text, '' for all; page; ordering; filters. */
type ListParams = { q: string } & object

/** The parameter's value; undefined, and so omitted, where nothing is expanded. */
export const expandParam = (expand: readonly string[]) => (expand.length ? expand.join() : undefined)

type ReadRequest = Required<Pick<FetchArgs, 'url' | 'params'>>

/** The request for one page of a list. */
export const listRequest = (
  path: string,
  { q, ...params }: ListParams,
  expand: readonly string[],
  linkFilter: LinkFilter = {},
): ReadRequest => ({
  url: path,
  params: { q: q || undefined, ...params, ...linkFilter, expand: expandParam(expand) },
})

/** The request for one record. */
export const recordRequest = (path: string, id: number, expand: readonly string[]): ReadRequest => ({
  url: `${path}${id}/`,
  params: { expand: expandParam(expand) },
})
