/** Paths of the trash. */
export const trashPaths = {
  start: '/mpg/trash',
  /** @param tab the plural of the resource's noun */
  tab: (tab: string) => `/mpg/trash/${tab.replaceAll(' ', '-')}`,
} as const
