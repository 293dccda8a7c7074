import { defineRecordImport } from '../kit/recordImportView'
import { organizationFieldMeta } from './fieldMeta'

/** The import of organizations (IMP-1). */
export const organizationImport = defineRecordImport({ of: organizationFieldMeta })
