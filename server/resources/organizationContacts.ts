import { problems } from '../../src/contract/problems'
import { invalidFields } from '../kit/errors'
import { defineResource, digits } from '../kit/define'
import { markForDuplicates } from './duplicateMarks'
import { markForReadiness } from './readiness'

declare module '../db/tables' {
  interface ServerColumns {
    organizationContacts: Searched &
      CascadedColumns & {
        organization_key: string | null
        contact_key: string | null
        job_title_key: string | null
      }
  }
}

const phones = ['work_mobile', 'work_office_phone'] as const

/** The fields that the readiness of opportunities rests on. */
const readyBy = ['organization', 'employment_status', 'work_email'] as const

/** The fields by which contacts are compared. */
const comparedBy = ['organization', 'contact', 'work_email'] as const

export const organizationContacts = defineResource('organizationContacts', {
  description: 'Who works where, as what, and how they want to be reached there.',
  search: ['organization.name', 'contact.name', 'job_title', 'work_email', ...phones, ...phones.map(digits)],
  sortKeys: { organization: 'organization.name', contact: 'contact.name', job_title: 'job_title' },
  uniqueTogether: { fields: ['organization', 'contact'], text: 'already linked' },
  // Only a new link is active by default; clearing the status of an old one does not reactivate it (CON-12).
  prepare: (_write, _values, { before, body }) => {
    if (before !== null && clearsStatus(body)) throw invalidFields({ employment_status: problems.required })
    return Promise.resolve({})
  },
  after: async (write, _id, { values, before }) => {
    if (readyBy.some((name) => values[name] !== undefined && values[name] !== before?.[name]))
      await markForReadiness(write, 'organization', [values.organization, before?.organization])
    if (comparedBy.some((name) => values[name] !== undefined && values[name] !== before?.[name]))
      await markForDuplicates(write, 'contacts', [values.contact, before?.contact])
  },
  moved: async (write, _id, { organization, contact }) => {
    await markForReadiness(write, 'organization', [organization])
    await markForDuplicates(write, 'contacts', [contact])
  },
  isCascaded: true,
})

const clearsStatus = (body: unknown): boolean => {
  if (typeof body !== 'object' || body === null || !('employment_status' in body)) return false
  const { employment_status: status } = body
  return status === null || (typeof status === 'string' && status.trim() === '')
}
