import { problems } from '../../src/contract/problems'
import { invalidFields } from '../kit/errors'
import { defineResource } from '../kit/define'

export const organizationContacts = defineResource('organizationContacts', {
  table: 'organization_contacts',
  search: ['organization.name', 'contact.name', 'job_title', 'work_email'],
  keys: { organization: 'organization.name', contact: 'contact.name', job_title: 'job_title' },
  pair: { fields: ['organization', 'contact'], text: 'already linked' },
  // Only a new link is active by itself; clearing the status of an old one does not bring it back (CON-12).
  prepare: (_write, _values, { before, body }) => {
    if (before !== null && clearsStatus(body)) throw invalidFields({ employment_status: problems.required })
    return Promise.resolve({})
  },
  heldByOthers: true,
})

const clearsStatus = (body: unknown): boolean => {
  if (typeof body !== 'object' || body === null || !('employment_status' in body)) return false
  const { employment_status: status } = body
  return status === null || (typeof status === 'string' && status.trim() === '')
}
