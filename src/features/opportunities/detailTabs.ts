/** The tabs of an opportunity in their order; each has its address (OPD-1). */
export const detailTabs = ['details', 'organizations', 'files'] as const
export type DetailTab = (typeof detailTabs)[number]

/** Whatever is not a tab's address opens the files. */
export const tabFor = (type: string | undefined): DetailTab =>
  detailTabs.find((tab) => tab === type) ?? 'files'
