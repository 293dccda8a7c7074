/** A summary of an export of personal data, for people without a program that reads JSON. */
import { fieldOf } from '../../../src/contract'
import type { Section } from './sections'
import type { Subject } from './subject'

/** 'Personal email' */
const titleOf = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What is known of the contact, how much of what the file has, and what it does not have. */
export function summaryOf(
  { contact }: Subject,
  about: { exported_at: string; exported_by: string; not_included: readonly string[] },
  sections: readonly Section[],
  counts: ReadonlyMap<string, number>,
): string {
  const values = Object.entries(contact).filter(
    ([name, value]) =>
      (typeof value === 'string' || typeof value === 'number') &&
      value !== '' &&
      fieldOf('contacts', name).kind !== 'signedUrl',
  )
  return [
    `All that is known of ${String(contact['name'])}`,
    `Exported by ${about.exported_by} at ${about.exported_at}`,
    '',
    ...values.map(([name, value]) => `${titleOf(name)}: ${String(value)}`),
    '',
    'In data.json:',
    ...sections.map(({ name, title }) => `- ${title}: ${counts.get(name) ?? 0}`),
    'The contents of files are in the folder files.',
    '',
    'Not in this file:',
    ...about.not_included.map((line) => `- ${line}`),
    '',
  ].join('\r\n')
}
