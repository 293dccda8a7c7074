import { fieldMeta as utilityFields } from '../heatContents/parts'
import { lazyComponent } from '../../ui/page/lazyComponent'
import { defineImport } from '../kit/importView'
import { fieldMeta } from './fieldMeta'

// Only those who have chosen a file see it, but the button stands on pages of organizations and accounts.
const Options = lazyComponent(
  async () => (await import('./UsageImportOptions')).UsageImportOptions,
  'The options of the file could not be loaded.',
)

/** What a row does to a stored period; a bill is not worth a word. */
const actions: Readonly<Record<string, string>> = { cancel: 'Cancel', rebill: 'Rebill' }

/** The import of a utility's bill periods (USE-11). */
export const usageImport = defineImport('usage', {
  title: 'Import Usage',
  help: 'Periods that are stored already stay as they are; cancelled ones stay visible beside what replaces them.',
  of: fieldMeta,
  targetOf: utilityFields,
  others: {
    account_number: { title: 'Account' },
    meter_number: { title: 'Meter' },
    bill_type: { title: 'Bill Type', show: ({ action }) => actions[String(action)] },
  },
  Options,
})
