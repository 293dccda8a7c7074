/** Our lists filter in their toolbars; antd's filter in the head would bring its tree and menu along. */
export const flattenKeys = (): never[] => []

// eslint-disable-next-line no-restricted-syntax -- the module that it replaces exports like this
export default function FilterDropdown(): null {
  return null
}
