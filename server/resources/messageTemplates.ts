import { unknownFieldsProblem } from '../../src/contract/templateFields'
import { defineResource } from '../kit/define'
import { textLines } from '../kit/richText'

declare module '../db/tables' {
  interface ServerColumns {
    messageTemplates: Searched & { name_key: string }
  }
}

export const messageTemplates = defineResource('messageTemplates', {
  description:
    'Texts for messages, with fields of the record that a message is written from. A user sees their own and those that are shared.',
  search: ['name', 'subject', 'text'],
  sortKeys: { name: 'name' },
  owner: 'created_by',
  sharedBy: 'is_shared',
  check: ({ subject, text }) => {
    const problems = {
      subject: unknownFieldsProblem(subject ?? ''),
      text: unknownFieldsProblem(textLines(text ?? '')),
    }
    return {
      ...(problems.subject !== null && { subject: problems.subject }),
      ...(problems.text !== null && { text: problems.text }),
    }
  },
})
