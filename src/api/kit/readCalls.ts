import type { FetchArgs } from '@reduxjs/toolkit/query'

/** What a list is asked for: part of a text, '' for all; which page; in which order; narrowed by which fields. */
type ListParams = { q: string } & object

/** The value of the parameter; undefined, and so left out, where nothing is expanded. */
export const expandParam = (expand: readonly string[]) => (expand.length ? expand.join() : undefined)

type ReadCall = Required<Pick<FetchArgs, 'url' | 'params'>>

/** The request for one page of a list. */
export const listCall = (
  path: string,
  { q, ...params }: ListParams,
  expand: readonly string[],
): ReadCall => ({
  url: path,
  params: { q: q || undefined, ...params, expand: expandParam(expand) },
})

/** The request for one record. */
export const recordCall = (path: string, id: number, expand: readonly string[]): ReadCall => ({
  url: `${path}${id}/`,
  params: { expand: expandParam(expand) },
})
