import { createContext, useContext } from 'react'
import type { Person } from '../contract/fields'

/** Initial values of each dialog of the layout, given by its opener (SHELL-9). */
export interface DialogBegins {
  task: { organizations?: readonly number[] }
  meeting: { participants?: readonly Person[]; deal?: number }
  message: {
    to?: readonly Person[]
    cc?: readonly Person[]
    subject?: string
    text?: string
    in_reply_to?: string
    /** The records that it is written from, by their ids, whose values templates fill in. */
    about?: {
      contact?: number | undefined
      organization?: number | undefined
      opportunity?: number | undefined
    }
  }
  calendar: Record<string, never>
  notifications: Record<string, never>
  help: Record<string, never>
  keys: Record<string, never>
  palette: Record<string, never>
}
export type DialogName = keyof DialogBegins

/** Opens a dialog of the layout above the current page. */
export type OpenDialog = <N extends DialogName>(name: N, begins?: DialogBegins[N]) => void

export const OpenDialogContext = createContext<OpenDialog>(() => {
  throw new Error('Only the frame opens its dialogs.')
})

export const useOpenDialog = () => useContext(OpenDialogContext)

/** The dialogs available in this product. */
export const OfferedDialogsContext = createContext<readonly DialogName[]>([])

export const useOfferedDialogs = () => useContext(OfferedDialogsContext)
