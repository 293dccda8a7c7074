import { contactObjectId } from '../../../resources/contacts/paths'
import { partlySaved } from '../../../resources/kit/partlySaved'
import { isStored } from '../../../resources/files/uploadQueue'
import type { Uploads } from '../../../resources/files/useUploads'
import { counted } from '../../../ui/value/numbers'

/**
 * Uploads the files selected for a saved contact.
 * @throws Error with the number of files left; each file shows its own reason.
 */
export const saveFiles = async ({ files, upload }: Uploads, contact: number): Promise<void> => {
  if (files.every(isStored)) return
  const left = await upload(contactObjectId(contact))
  if (left > 0)
    throw partlySaved('The contact is saved', {
      status: 0,
      code: 'files',
      detail: `${counted(left, 'file')} could not be uploaded; see below why.`,
    })
}
