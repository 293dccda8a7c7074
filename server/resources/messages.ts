import { defineResource } from '../kit/define'

export const messages = defineResource('messages', {
  links: {
    attachments: { table: 'message_attachments', own: 'message', target: 'id', sort: ['is_inline', 'id'] },
  },
  search: ['subject', 'text', 'from', 'to', 'cc'],
  keys: { subject: 'subject' },
  owner: 'owner',
  holds: [{ resource: 'messageAttachments', by: 'message' }],
})
