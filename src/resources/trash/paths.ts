/** The resources with a trash, in the order of their tabs. */
export const trashTabs = [
  'opportunities',
  'bids',
  'organizations',
  'contacts',
  'contact-links',
  'addresses',
  'address-links',
  'notes',
  'files',
  'tasks',
  'activities',
  'tags',
  'messages',
] as const
export type TrashTab = (typeof trashTabs)[number]

/** Paths of the trash. */
export const trashPaths = {
  start: '/mpg/trash',
  tab: (tab: TrashTab | ':tab') => `/mpg/trash/${tab}`,
} as const
