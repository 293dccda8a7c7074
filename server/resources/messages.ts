import { defineResource } from '../kit/define'

declare module '../db/tables' {
  interface ServerColumns {
    messages: Searched & {
      /** The user whose mailbox it is in. */
      owner: number
      subject_key: string
    }
  }
}

export const messages = defineResource('messages', {
  description: 'The mail of the connected account of the user who asks.',
  routes: 'own',
  links: {
    attachments: { table: 'message_attachments', own: 'message', target: 'id', sort: ['is_inline', 'id'] },
  },
  search: ['subject', 'text', 'from', 'to', 'cc'],
  sortKeys: { subject: 'subject' },
  owner: 'owner',
  cascades: [{ resource: 'messageAttachments', by: 'message' }],
})
