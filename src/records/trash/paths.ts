/** What has a trash, in the order of its tabs. */
export const trashTabs = ['opportunities', 'organizations', 'contacts', 'addresses', 'messages'] as const
export type TrashTab = (typeof trashTabs)[number]

/** Where deleted records wait. */
export const trashPaths = {
  start: '/mpg/trash',
  tab: (tab: TrashTab | ':tab') => `/mpg/trash/${tab}`,
} as const
