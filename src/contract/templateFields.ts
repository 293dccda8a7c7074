/** The fields of message templates, which stand for values of the record that a message is written from (MAIL-4). */
import type { Row } from '.'

/** What the fields are of; missing ones are not known where a message is written. */
export interface TemplateSubjects {
  contact?: Row<'contacts'> | undefined
  organization?: Row<'organizations'> | undefined
  opportunity?: Row<'opportunities'> | undefined
  user?: Row<'users'> | undefined
}

type Subject = keyof TemplateSubjects

interface TemplateField<S extends Subject> {
  label: string
  textOf: (subject: NonNullable<TemplateSubjects[S]>) => string | null
}

const joined = (...names: (string | null)[]) => names.filter(Boolean).join(' ')

/** All fields: the subject, and the name after the dot. */
const fieldsOf: { readonly [S in Subject]-?: Readonly<Record<string, TemplateField<S>>> } = {
  contact: {
    first_name: { label: 'first name of the contact', textOf: ({ first_name }) => first_name },
    last_name: { label: 'last name of the contact', textOf: ({ last_name }) => last_name },
    name: {
      label: 'name of the contact',
      textOf: ({ first_name, middle_name, last_name }) => joined(first_name, middle_name, last_name),
    },
    salutation: { label: 'salutation of the contact', textOf: ({ salutation }) => salutation },
    job_title: { label: 'job title of the contact', textOf: ({ job_title }) => job_title },
  },
  organization: {
    name: { label: 'name of the organization', textOf: ({ name }) => name },
  },
  opportunity: {
    name: { label: 'name of the opportunity', textOf: ({ opportunity_name }) => opportunity_name },
  },
  user: {
    first_name: { label: 'your first name', textOf: ({ first_name }) => first_name },
    name: { label: 'your name', textOf: ({ first_name, last_name }) => joined(first_name, last_name) },
    email: { label: 'your email', textOf: ({ email }) => email },
  },
}

const fieldAt = (name: string): { subject: Subject; field: TemplateField<Subject> } | undefined => {
  const [subject = '', key = '', ...rest] = name.split('.')
  if (rest.length > 0 || !Object.hasOwn(fieldsOf, subject)) return undefined
  const fields = fieldsOf[subject as Subject] as Readonly<Record<string, TemplateField<Subject>>>
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  return field && { subject: subject as Subject, field }
}

/** The names of all fields: 'contact.first_name'. */
export const templateFieldNames: readonly string[] = Object.entries(fieldsOf).flatMap(([subject, fields]) =>
  Object.keys(fields).map((key) => `${subject}.${key}`),
)

/** A field in a text, with its name as the first group. */
export const templateFieldForm = /\{\{\s*([^{}]*?)\s*\}\}/g

export const fieldText = (name: string): string => `{{${name}}}`

/** 'first name of the contact' */
export const templateFieldLabel = (name: string): string => fieldAt(name)?.field.label ?? name

/** The names in braces in a text, each once. */
const namesInBraces = (text: string): string[] => [
  ...new Set([...text.matchAll(templateFieldForm)].map(([, name = '']) => name)),
]

/** The value of a field, as plain text; null where there is none. */
export const templateFieldValue = (name: string, subjects: TemplateSubjects): string | null => {
  const found = fieldAt(name)
  const subject = found && subjects[found.subject]
  return (subject && found.field.textOf(subject)) || null
}

/**
 * The error for a text with fields that there are not, or that go over the end of a line, where they are not filled in; it names
 * them. Null where there are none.
 */
export const unknownFieldsProblem = (text: string): string | null => {
  const broken = [...text.matchAll(templateFieldForm)].find(([match]) => match.includes('\n'))
  if (broken) return `Write ${fieldText((broken[1] ?? '').replaceAll(/\s+/g, ' '))} on one line.`
  const unknown = namesInBraces(text).filter((name) => !templateFieldNames.includes(name))
  if (unknown.length === 0) return null
  const named = unknown.map(fieldText).join(', ')
  return `Unknown: ${named}. There are ${templateFieldNames.map(fieldText).join(', ')}.`
}

/** The fields in a text that stand for values. */
export const openFieldsIn = (text: string): string[] =>
  namesInBraces(text).filter((name) => templateFieldNames.includes(name))

/** The error for a message that still has fields without a value; null where there are none. */
export const openFieldsProblem = (text: string): string | null => {
  const open = openFieldsIn(text)
  return open.length === 0 ? null : `Fill in or remove ${open.map(fieldText).join(', ')}.`
}
