import { createApi } from '@reduxjs/toolkit/query/react'
import { contract, type ResourceName } from '../../contract'
import { baseQuery } from './baseQuery'
import type { TagType } from './cacheTags'

/** The one api: tags work only within one. Each resource adds its endpoints in its own file. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [
    ...(Object.keys(contract) as ResourceName[]),
    'apiTokens',
    'webhooks',
    'bulkChanges',
    'notifications',
    'timelines',
    'secondFactors',
  ] satisfies TagType[],
  endpoints: () => ({}),
})
