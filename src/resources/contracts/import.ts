import { defineImport } from '../kit/importView'
import { fieldMeta } from './fieldMeta'

/** The import of contracts with the accounts under them, such as those of customers who are there already (CTR-1). */
export const contractImport = defineImport('contracts', {
  title: 'Import Contracts',
  help: 'Contracts that are stored already stay as they are: they change by hand, and signed ones by amendment.',
  of: fieldMeta,
  others: {
    customer: { title: 'Customer' },
    supplier_name: { title: 'Supplier' },
    accounts: { title: 'Accounts' },
  },
})
