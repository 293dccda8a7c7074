import { useCallback } from 'react'
import type { Row } from '../../contract'
import { useAddressLine } from './addressLine'
import { addressPaths } from './paths'

/** Returns a function for the breadcrumb of pages below an address, or below the list while no address is loaded. */
export const useAddressTrail = () => {
  const lineOf = useAddressLine()
  return useCallback(
    (address?: Row<'addresses'>) => [
      { label: 'Addresses', to: addressPaths.list },
      ...(address
        ? [{ label: lineOf(address), isName: true, to: addressPaths.details(address.address_id) }]
        : []),
    ],
    [lineOf],
  )
}
