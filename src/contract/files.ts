import { id, integer, signedUrl, one, options, resource, text, timestamp, trashed } from './fields'

/** Maximum size of a file in bytes. */
export const maxFileBytes = 5_000_000

/** The signature that authorizes reading a record's content. */
export const signedQuery = { fields: { signature: text({ required: true, secret: true }) } } as const

/** The error for larger files, on both sides (part 1 §5). */
export const fileTooLarge = 'Please check file size no over 5 MB.'

/** Image types that a page may show directly. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

export const isImageType = (type: string): boolean => imageTypes.some((known) => known === type)

/** The media type of a file of unknown type. */
export const anyMediaType = 'application/octet-stream'

/** Whether a text is a media type without parameters. */
export const isMediaType = (type: string): boolean => /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type)

/** The error for files of other types where an image is expected. */
export const notAnImage = 'Choose a PNG, JPEG, GIF or WebP image.'

/** The tags of a file. */
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

/** Files of opportunities, bids, organizations and contacts. */
export const files = resource({
  name: 'files',
  path: '/api/mpg/file/',
  title: 'File',
  idField: 'file_id',
  nameField: 'filename',
  fields: {
    file_id: id(),
    filename: text({ required: true, apiDescription: 'As it was sent, whatever its characters.' }),
    file: signedUrl({ apiDescription: 'Where the content can be read for a while, by a plain link.' }),
    object_id: text({ required: true, shape: 'identifier', apiDescription: 'As on notes.' }),
    content_type: one('contentTypes'),
    tags: options(fileTags),
    size: integer({ readOnly: true, required: true, apiDescription: 'Bytes.' }),
    media_type: text({ readOnly: true, required: true }),
    created_by: one('users', { readOnly: true }),
    created_at: timestamp({ readOnly: true, required: true }),
    ...trashed,
  },
  orderings: ['filename', 'size', 'created_at'],
  defaultOrdering: 'created_at',
  trash: true,
})
