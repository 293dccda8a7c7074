import type { MergedResource } from '../../contract/duplicatePairs'

/** Paths of what is probably the same, and of merges. */
export const mergePaths = {
  duplicates: (resource: MergedResource) => `/mpg/${resource}/duplicates`,
  /** @param other the record that is merged; it is asked for where none is named */
  merge: (resource: MergedResource, id: number | ':id', other?: number) =>
    `/mpg/${resource}/${id}/merge${other === undefined ? '' : `?with=${other}`}`,
} as const
