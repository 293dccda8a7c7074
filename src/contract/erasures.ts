/** All that is known of a contact, and erasing a contact on request (GDPR articles 15, 17 and 20; PRIV-1, PRIV-3). */
import { contacts } from './contacts'
import { text, type InputOf } from './fields'

/** GET gives all that is known of a contact, as a ZIP file. */
export const personalDataPath = (id: number | ':id'): string => `${contacts.path}${id}/personal-data/`

/** POST erases a contact for good. */
export const erasePath = (id: number | ':id'): string => `${contacts.path}${id}/erase/`

/** `waiting`: after a restore the contact is there again; `running`: its traces are being erased. */
export const erasureStates = ['waiting', 'running', 'done'] as const
export type ErasureState = (typeof erasureStates)[number]

/** What a contact is called that was erased. */
export const erasedName = (id: number): string => `Erased contact #${id}`

/** What an erasure is confirmed by. */
export const eraseInput = {
  fields: {
    name: text({
      required: true,
      max: 800,
      apiDescription: 'The name of the contact as it stands, as a confirmation.',
    }),
    reason: text({ required: true, max: 500, apiDescription: 'Why. It stays, and should name no person.' }),
  },
} as const
export type EraseInput = InputOf<typeof eraseInput>

/** The error for another name. */
export const otherName = 'Type the name as it stands.'

export interface Erasure {
  erasure_id: number
  contact: number
  reason: string
  requested_by: number | null
  requested_at: string
  state: ErasureState
  /** When the last trace was erased; null while the background goes on. */
  ended_at: string | null
}
