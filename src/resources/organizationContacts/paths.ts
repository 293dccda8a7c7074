import type { PathId } from '../../ui/page/idFrom'
import { contactPaths } from '../contacts/paths'

/** Paths for linking from the contact's side (CON-8); the other side is organizationPaths.addContact. */
export const organizationContactPaths = {
  add: (contact: PathId) => `${contactPaths.record(contact)}/organization/add`,
  edit: (contact: PathId, organization: PathId) =>
    `${contactPaths.record(contact)}/organization/${organization}/edit`,
} as const
