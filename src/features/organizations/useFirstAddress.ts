import { useEffect, useState } from 'react'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useRow } from '../../api/kit/hooks'
import { organizationAddressesApi } from '../../api/organizationAddressesApi'
import type { AddressReading, FirstAddress } from './form/OrganizationForm'

type Known =
  | { is: 'waiting' }
  | { is: 'failed'; error: ApiError; retry: () => void }
  | { is: 'known'; readings: readonly AddressReading[] }

/**
 * The address that an organization's form also edits: an active one before an expired one (ORG-4). It is not part of
 * the organization's record, so it is refetched with each new version of that.
 * @param version the newest known version of the organization
 */
export const useFirstAddress = (organization: number | null, version = 0): Known => {
  const { currentData, error, isFetching, refetch } = organizationAddressesApi.list.useQuery(
    { q: '', limit: 1, offset: 0, ordering: 'property_status', organization: organization ?? undefined },
    { skip: organization === null, refetchOnMountOrArgChange: true },
  )
  const link = useRow('organizationAddresses', currentData?.ids[0])
  const address = useRow('addresses', link?.address)
  const state = useRow('states', address?.state)
  const [readings, setReadings] = useState<readonly AddressReading[]>([])
  /** The organization's version that requires a read, and whether that read was requested. */
  const [wanted, setWanted] = useState({ version, isAsked: true })

  if (version > wanted.version) setWanted({ version, isAsked: wanted.version === 0 || readings.length === 0 })
  useEffect(() => {
    if (wanted.isAsked) return
    void refetch().then(() => setWanted({ ...wanted, isAsked: true }))
  }, [wanted, refetch])

  const last = readings.at(-1)
  const isDue = last === undefined || (wanted.isAsked && wanted.version > last.version)
  if (isDue && currentData && !isFetching) {
    const values = address && {
      address_street: address.address_street,
      city: address.city,
      zip_code: address.zip_code,
      state: state?.acronym ?? '',
    }
    const read: FirstAddress | undefined = address &&
      values && {
        seen: `${address.address_id}.${address.version}`,
        values,
      }
    setReadings([...readings, { version: wanted.version, address: read }])
  }
  if (last) return { is: 'known', readings }
  const problem = isFetching ? undefined : asApiError(error)
  return problem ? { is: 'failed', error: problem, retry: () => void refetch() } : { is: 'waiting' }
}
