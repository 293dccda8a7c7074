import { defineImport } from '../kit/importView'
import { fieldMeta } from './parts'

/** The import of a utility's heat contents (UNIT-6). */
export const heatContentImport = defineImport('heatContents', {
  title: 'Import Heat Contents',
  help: 'Entries of the same day are replaced; all others stay.',
  of: fieldMeta,
})
