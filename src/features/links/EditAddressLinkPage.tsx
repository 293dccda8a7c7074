import { useAppSelector } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { addressPaths } from '../../resources/addresses/paths'
import { useAddressTrail } from '../../resources/addresses/useAddressTrail'
import { EditLink } from './EditLink'
import { addressLink } from './kinds'

/** /mpg/addresses/{id}/organization/{organization}/edit (ADR-4) */
export const Page = () => {
  const addresses = useAppSelector(({ entities }) => entities.addresses)
  const trailOf = useAddressTrail()
  return (
    <EditLink
      kind={addressLink}
      from="address"
      list={addressPaths.list}
      tabOf={(id) => addressPaths.tab(id, 'organizations')}
      trailOf={(id) => trailOf(addresses?.[id] as Row<'addresses'> | undefined)}
    />
  )
}
