import type { ListState } from '../../ui/list/listState'

/** The folders of the inbox, as the contract names them, with their labels. */
export const folders = [
  ['received', 'Received'],
  ['sent', 'Sent'],
] as const

/** The default folder. */
export const standardFolder = folders[0][0]

/** The folder of a list. */
export const folderOf = ({ filters }: ListState): string =>
  folders.find(([folder]) => folder === filters.direction)?.[0] ?? standardFolder
