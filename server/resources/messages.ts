import type { Write } from '../kit/context'
import { defineResource } from '../kit/define'
import { assertRight } from '../kit/policy'
import { refreshAddresses } from './messageAddresses'

declare module '../db/tables' {
  interface ServerColumns {
    messages: Searched & { subject_key: string }
  }
}

export const messages = defineResource('messages', {
  description:
    'The mail of the connected account of the user who asks. A message that another user shares is read by its id.',
  routes: 'own',
  links: {
    attachments: { table: 'message_attachments', own: 'message', target: 'id', sort: ['is_inline', 'id'] },
  },
  search: ['subject', 'text', 'from', 'to', 'cc'],
  sortKeys: { subject: 'subject' },
  owner: 'owner',
  readableBy: 'is_shared',
  // Hidden copies are known to the sender alone.
  ownersOnly: ['bcc'],
  // Reading and marking is one's own; what others see takes the right to write.
  prepare: (write, { is_shared }, { before }) => {
    if (before && is_shared !== before.is_shared) assertRight(write, 'write')
    return Promise.resolve({})
  },
  after: async (write, id, { values: { is_shared }, before }) => {
    if (before && (is_shared === undefined || is_shared === before.is_shared)) return
    await refreshAddresses(write.db, id)
    // Others may have it on a page, or are to have it there.
    if (before) tellOthers(write, id)
  },
  moved: async (write, id, { is_shared, deleted_at }) => {
    await refreshAddresses(write.db, id)
    if (!is_shared) return
    // Restored, it is shared again.
    if (deleted_at !== null) assertRight(write, 'write')
    tellOthers(write, id)
  },
  cascades: [{ resource: 'messageAttachments', by: 'message' }],
})

/** Tells all users that a message is on their timelines, or no longer. */
function tellOthers({ notices }: Write, id: number): void {
  notices.push({
    kind: 'change',
    change: { resource: 'messages', id, action: 'updated', version: null },
    owner: null,
  })
}
