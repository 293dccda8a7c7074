import { useCallback } from 'react'
import type { Row } from '../../contract'
import { useAddressLine } from './addressLine'
import { addressPaths } from './paths'

/** Gives the steps of a breadcrumb that lead to a page below an address, or below the list while none is known. */
export const useAddressTrail = () => {
  const lineOf = useAddressLine()
  return useCallback(
    (address?: Row<'addresses'>) => [
      { label: 'Addresses', to: addressPaths.list },
      ...(address ? [{ label: lineOf(address), to: addressPaths.details(address.address_id) }] : []),
    ],
    [lineOf],
  )
}
