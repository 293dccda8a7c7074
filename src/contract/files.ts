import { id, integer, signedUrl, one, options, resource, text, timestamp } from './kit'

/** One file holds at most so many bytes. */
export const maxFileBytes = 5_000_000

/** What whoever brings more is told, by whichever side sees it first (part 1 §5). */
export const fileTooLarge = 'Please check file size no over 5 MB.'

/** The images that a page may show as they are. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

export const isImageType = (type: string): boolean => imageTypes.some((known) => known === type)

/** What whoever brings something else as an image is told. */
export const notAnImage = 'Choose a PNG, JPEG, GIF or WebP image.'

/** What a file may be marked as. */
export const fileTags = [
  'Credit_Support',
  'Email',
  'Invoice',
  'Legal_Entities',
  'LOA',
  'NDA',
  'RFP',
  'Service_Locations',
  'Usage',
  'Utility_Accounts',
] as const

/** Files that hang on opportunities, bids, organizations and contacts. */
export const files = resource({
  name: 'files',
  path: '/api/mpg/file/',
  title: 'File',
  idField: 'file_id',
  fields: {
    file_id: id(),
    filename: text({ required: true, about: 'As it was sent, whatever its characters.' }),
    file: signedUrl({ about: 'Where the content can be read for a while, by a plain link.' }),
    object_id: text({ required: true, about: 'As on notes.' }),
    content_type: one('contentTypes'),
    tags: options(fileTags),
    size: integer({ readOnly: true, required: true, about: 'Bytes.' }),
    media_type: text({ readOnly: true, required: true }),
    created_by: one('users', { readOnly: true }),
    created_at: timestamp({ readOnly: true, required: true }),
  },
  orderings: ['filename', 'size', 'created_at'],
  defaultOrdering: 'created_at',
})
