import { defineImport } from '../kit/importView'
import { fieldMeta } from './parts'

/** The import of market holidays (GAS-6). */
export const marketHolidayImport = defineImport('marketHolidays', {
  title: 'Import Market Holidays',
  help: 'A file replaces each of its years as a whole: days that it lacks are removed.',
  of: fieldMeta,
})
