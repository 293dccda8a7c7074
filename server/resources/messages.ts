import { defineResource } from '../kit/define'

export const messages = defineResource('messages', {
  table: 'messages',
  search: ['subject', 'text', 'from', 'to'],
  keys: { subject: 'subject' },
  owner: 'owner',
})
