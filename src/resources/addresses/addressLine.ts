import { useCallback } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import type { Known } from '../kit/fieldMeta'

/** '12 Harbor Road, Larkfield, OH 60601'; missing parts are omitted (ADR-1). */
export const addressLine = (
  { address_street, city, zip_code }: Known<'addresses'>,
  state?: Pick<Row<'states'>, 'acronym'>,
): string =>
  [address_street, city, [state?.acronym, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** Returns a function for the one-line text of any address. */
export const useAddressLine = () => {
  const states = useAppSelector(({ entities }) => entities.states)
  return useCallback(
    (address: Known<'addresses'>) => {
      const { state } = address
      const known = typeof state === 'number' ? states?.[state] : undefined
      return addressLine(address, known as Row<'states'> | undefined)
    },
    [states],
  )
}
