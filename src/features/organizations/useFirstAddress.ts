import { useState } from 'react'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useRow } from '../../api/kit/hooks'
import { organizationAddressesApi } from '../../api/organizationAddressesApi'
import type { FirstAddress } from './form/OrganizationForm'

type Known =
  | { is: 'waiting' }
  | { is: 'failed'; error: ApiError; retry: () => void }
  /** As it was answered first; none where the organization has no address. */
  | { is: 'known'; address: FirstAddress | undefined }

/** The address that an organization's form edits, too: an active one before one that has expired (ORG-4). */
export const useFirstAddress = (organization: number | null): Known => {
  const { currentData, error, isFetching, refetch } = organizationAddressesApi.list.useQuery(
    { q: '', limit: 1, offset: 0, ordering: 'property_status', organization: organization ?? undefined },
    { skip: organization === null, refetchOnMountOrArgChange: true },
  )
  const link = useRow('organizationAddresses', currentData?.ids[0])
  const address = useRow('addresses', link?.address)
  const state = useRow('states', address?.state)
  const [known, setKnown] = useState<Known>({ is: 'waiting' })

  if (known.is === 'waiting' && currentData && !isFetching) {
    const values = address && {
      address_street: address.address_street,
      city: address.city,
      zip_code: address.zip_code,
      state: state?.acronym ?? '',
    }
    setKnown({ is: 'known', address: address && values && { id: address.address_id, values } })
  }
  const problem = isFetching ? undefined : asApiError(error)
  return known.is === 'waiting' && problem
    ? { is: 'failed', error: problem, retry: () => void refetch() }
    : known
}
