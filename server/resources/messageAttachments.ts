import type { Generated } from 'kysely'
import { defineResource } from '../kit/define'

declare module '../db/tables' {
  interface ServerColumns {
    messageAttachments: CascadedColumns & {
      /** The owner of the mailbox. */
      owner: number
      /** The file store's key of the content; copies in other mailboxes share it. */
      storage_key: string | null
      /** The user whose quota the content counts to. */
      stored_by: number | null
      /** The mail service's id of a file that is read from there; null for one in the file store. */
      remote_id: string | null
      /** Empty: messages are searched, not their files. */
      search: Generated<string>
      deleted_at: Generated<string | null>
    }
  }
}

/** The attachments of the messages in a mailbox; inserted with the message itself (ports/mail/mailboxes.ts). */
export const messageAttachments = defineResource('messageAttachments', {
  description: 'Files that came or went with the messages of the user who asks.',
  routes: 'own',
  search: [],
  contents: { file: 'storage_key' },
  externalContentColumns: { file: 'remote_id' },
  owner: 'owner',
  isCascaded: true,
})
