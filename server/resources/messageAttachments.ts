import { defineResource } from '../kit/define'

/** What a mailbox keeps of the files of its messages; written with the message itself (ports/mail/mailboxes.ts). */
export const messageAttachments = defineResource('messageAttachments', {
  search: [],
  contents: { file: 'storage_key' },
  elsewhere: { file: 'remote_id' },
  owner: 'owner',
  heldByOthers: true,
})
