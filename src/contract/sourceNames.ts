import { id, resource, text } from './fields'

/** Brokers and consultants of indirect deals; an installation replaces the list with its own (OPN-9). */
export const sourceNames = resource({
  name: 'sourceNames',
  path: '/api/mpg/source-names/',
  title: 'Source name',
  idField: 'source_name_id',
  nameField: 'name',
  fields: {
    source_name_id: id(),
    name: text({ required: true }),
  },
  orderings: ['name'],
  defaultOrdering: 'name',
})

/** With it the PUT of a list changes nothing and answers a preview of the changes. */
export const dryRun = { dry_run: 'true' } as const

/** Preview of the changes by a new list. */
export interface SourceNamesPreview {
  /** The names of the new list. */
  names: string[]
  added: string[]
  gone: string[]
  /** Number of unchanged names. */
  kept: number
  /** Further remarks on the file, such as ignored columns. */
  notes: string[]
}

/** GET describes the previous list; POST restores it. */
export const replacedSourceNamesPath = `${sourceNames.path}replaced/`
export interface ReplacedSourceNames {
  /** Number of its names; null without a previous list. */
  count: number | null
  replaced_at: string | null
}
