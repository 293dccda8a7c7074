import { defineRecordImport } from '../kit/recordImportView'
import { organizationContactFieldMeta } from '../organizationContacts/fieldMeta'
import { contactFieldMeta } from './fieldMeta'

/** The import of contacts (IMP-1). */
export const contactImport = defineRecordImport({
  of: contactFieldMeta,
  linkOf: organizationContactFieldMeta,
})
