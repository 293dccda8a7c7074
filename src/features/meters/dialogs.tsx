import { dialogsFor } from '../../resources/meters/dialogs'

/** The dialogs of meters, where no account is given. */
export const { Edit, Delete } = dialogsFor({})
