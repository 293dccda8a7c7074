import type { FetchArgs } from '@reduxjs/toolkit/query'
import type { LinkFilter } from '../../contract/linkFilters'

/** The parameters of a list: search text, '' for all; page; ordering; filters. */
type ListParams = { q: string } & object

/** The parameter's value; undefined, and so omitted, where nothing is expanded. */
export const expandParam = (expand: readonly string[]) => (expand.length ? expand.join() : undefined)

type ReadCall = Required<Pick<FetchArgs, 'url' | 'params'>>

/** The request for one page of a list. */
export const listCall = (
  path: string,
  { q, ...params }: ListParams,
  expand: readonly string[],
  linkFilter: LinkFilter = {},
): ReadCall => ({
  url: path,
  params: { q: q || undefined, ...params, ...linkFilter, expand: expandParam(expand) },
})

/** The request for one record. */
export const recordCall = (path: string, id: number, expand: readonly string[]): ReadCall => ({
  url: `${path}${id}/`,
  params: { expand: expandParam(expand) },
})
