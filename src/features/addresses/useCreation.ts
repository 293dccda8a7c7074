import { useRef } from 'react'
import { addressesApi } from '../../api/addressesApi'
import { idIn } from '../../api/kit/mutations'
import type { Input } from '../../contract'
import { useLinking } from '../../records/organizationAddresses/useLinking'
import { newBody } from '../../ui/form/values'
import type { NewAddressValues } from './values'

/** Makes an address and links it. However often that is tried again, the address is made once (ADR-2). */
export const useCreation = () => {
  const [create] = addressesApi.create.useMutation()
  const [change] = addressesApi.change.useMutation()
  const link = useLinking()
  const made = useRef<{ id: number; sent: string } | null>(null)

  const save = async (body: Input<'addresses'>, keyFor: (body: unknown) => string): Promise<number> => {
    const sent = JSON.stringify(body)
    const known = made.current
    if (known?.sent === sent) return known.id
    const found = known
      ? await change({ id: known.id, body }).unwrap()
      : await create({ body, key: keyFor(body) }).unwrap()
    made.current = { id: idIn(found), sent }
    return made.current.id
  }

  return {
    /** The address, once it is there. */
    made,
    make: async (
      { organizations, address_type, ...values }: NewAddressValues,
      keyFor: (body: unknown) => string,
    ) => {
      // The rules of the form have seen to what must be given.
      const address = await save(newBody(values) as Input<'addresses'>, keyFor)
      await link(organizations, { address, address_type })
    },
  }
}
