import { formats } from '../../src/contract/formats'
import { defineResource } from '../kit/define'

declare module '../db/tables' {
  interface ServerColumns {
    suppliers: Searched & { name_key: string }
  }
}

export const suppliers = defineResource('suppliers', {
  description: 'Suppliers of gas, and what is agreed with each.',
  search: ['name', 'quote_emails', 'notes'],
  sortKeys: { name: 'name' },
  unique: { name: 'A supplier with this name exists already.' },
  check: ({ quote_emails = [] }) =>
    quote_emails.every(formats.email.fits) ? {} : { quote_emails: formats.email.text },
  prepare: (_write, { quote_emails }) =>
    Promise.resolve(quote_emails ? { quote_emails: quote_emails.map(formats.email.kept) } : {}),
})
