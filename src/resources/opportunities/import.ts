import { defineRecordImport } from '../kit/recordImportView'
import { opportunityFieldMeta } from './fieldMeta'

/** The import of opportunities (IMP-1). */
export const opportunityImport = defineRecordImport({ of: opportunityFieldMeta })
