/** Exports of lists: what a list shows, all of its pages, as a file (EXP-1). */
import { contract, type ResourceName } from '.'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The path of the export of a resource's list. */
export const exportPath = (resource: ResourceName): string => `${contract[resource].path}export/`

/** Whether the records of a resource are listed. */
export const hasList = (resource: ResourceName): boolean => resource !== 'profiles'

/** The header of an answer that says how many records its file has. */
export const exportCountHeader = 'x-total-count'

/** Columns of a file at most, and characters of a column's title. */
export const maxExportColumns = 100
export const maxColumnTitle = 100

/** The words of options, by column and option: `{"status":{"done":"Done"}}`. */
export type ExportLabels = Readonly<Record<string, Readonly<Record<string, string>>>>
