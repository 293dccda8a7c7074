import { useRef } from 'react'
import { addressesApi } from '../../../api/addressesApi'
import type { Input } from '../../../contract'
import { useCreation } from '../../../resources/kit/useCreation'
import { useLinking } from '../../../resources/organizationAddresses/useLinking'
import { newBody } from '../../../ui/form/values'
import type { NewAddressValues } from './values'

/**
 * Creates an address and links it. Repeated attempts create it once (ADR-2).
 * @param draft name of the form's draft
 */
export const useAddressCreation = (draft: string) => {
  const [create] = addressesApi.create.useMutation()
  const [complete] = addressesApi.change.useMutation()
  const once = useCreation<'addresses'>({ resource: 'addresses', draft, complete })
  const link = useLinking()
  const made = useRef<number | null>(null)

  return {
    /** The id of the address, once created. */
    made,
    make: async ({ organizations, address_type, ...values }: NewAddressValues): Promise<void> => {
      // The form's schema has checked the required fields.
      const address = await once(create, newBody(values) as Input<'addresses'>)
      made.current = address
      await link(organizations, { address, address_type })
    },
  }
}
