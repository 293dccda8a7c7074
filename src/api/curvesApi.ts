import { stripPath, type Strip } from '../contract/comparisons'
import { api } from './kit/api'
import { listOf } from './kit/cacheTags'
import { crudApi } from './kit/crudApi'

/** Forward curves (CRV-1). */
export const curvesApi = crudApi('curves')

/** Consecutive months of a curve. */
export interface StripArgs {
  curve: number
  /** The first month, YYYY-MM; undefined: the one after the market's day. */
  from: string | undefined
  months: number
}

const stripsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** CRV-2 */
    strip: build.query<Strip, StripArgs>({
      query: ({ curve, ...params }) => ({ url: stripPath(curve), params }),
      providesTags: (_found, _error, { curve }) => [{ type: 'curves', id: curve }, listOf('curvePoints')],
    }),
  }),
})

export const { useStripQuery } = stripsApi
