import { useRef } from 'react'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { unlinkedOf, useLinkOrganizationsMutation } from '../../api/organizationAddressesApi'
import type { Input } from '../../contract'
import { useRequestKeys } from '../../ui/form/useRequestKeys'

type Body = Omit<Input<'organizationAddresses'>, 'organization'>

/**
 * Links organizations to an address, one request for each. After failures, another attempt sends only those (ADR-2,
 * ADR-4).
 */
export const useLinking = () => {
  const [link] = useLinkOrganizationsMutation()
  const linked = useRef(new Set<number>())
  const keyFor = useRequestKeys()

  /** Rejects with an ApiError that names the organizations that could not be linked. */
  return async (organizations: readonly number[], body: Body) => {
    const open = organizations.filter((organization) => !linked.current.has(organization))
    if (open.length === 0) return
    const sent: Body = { property_status: 'active', ...body }
    const links = open.map((organization) => ({ organization, key: keyFor({ ...sent, organization }) }))
    const failed = await link({ links, body: sent })
      .unwrap()
      .then(
        () => undefined,
        (cause: unknown) => asApiError(cause as ApiError),
      )
    const unlinked = unlinkedOf(failed).map(({ organization }) => organization)
    if (!failed || unlinked.length > 0)
      for (const organization of open) if (!unlinked.includes(organization)) linked.current.add(organization)
    if (failed) throw failed as unknown as Error
  }
}
