import { useAppDispatch, useRows } from '../../../api/kit/hooks'
import { organizationAddressesApi } from '../../../api/organizationAddressesApi'
import type { Input } from '../../../contract'
import { OrganizationLink } from '../../../resources/organizations/OrganizationLink'
import type { Ask } from '../../../ui/dialog/useQuestion'
import { counted } from '../../../ui/value/numbers'
import { SubmissionCancelled } from '../../../ui/form/EditForm'

type Body = Partial<Input<'organizations'>>

/** Asks for confirmation before unusual changes are saved. */
export const useConsent = (ask: Ask, own: number | undefined) => {
  const dispatch = useAppDispatch()

  /**
   * Asks how to change an address that other organizations share: null where none does.
   * @throws SubmissionCancelled on refusal.
   */
  const shareAddress = async (address: number): Promise<Body['shared_address']> => {
    const reading = dispatch(
      organizationAddressesApi.list.initiate(
        { q: '', limit: 4, offset: 0, ordering: 'organization', address, property_status: 'active' },
        { forceRefetch: true },
      ),
    )
    try {
      const links = await reading.unwrap().catch(() => null)
      const others = links ? links.count - 1 : 0
      if (!links || others < 1) return null
      const answer = await ask(sharedAddress(links.ids, others, own))
      if (!answer) throw new SubmissionCancelled()
      return answer
    } finally {
      reading.unsubscribe()
    }
  }

  return { shareAddress }
}

interface SharersProps {
  /** Some links of the address. */
  links: readonly number[]
  /** Number of other organizations with it. */
  others: number
  own: number | undefined
}

const Sharers = ({ links, others, own }: SharersProps) => {
  const ids = useRows('organizationAddresses', links)
    .map(({ organization }) => organization)
    .filter((id) => id !== own)
  return (
    <p>
      The first address is used by{' '}
      {ids.map((id, place) => (
        <span key={id}>
          {place > 0 && ', '}
          <OrganizationLink id={id} inNewTab />
        </span>
      ))}
      {others > ids.length && ` and ${counted(others - ids.length, 'other')}`}, too. Change it for all of
      them, or make a new address for this organization alone?
    </p>
  )
}

const sharedAddress = (links: readonly number[], others: number, own: number | undefined) => ({
  title: 'Others use this address, too',
  text: <Sharers links={links} others={others} own={own} />,
  answers: { update: 'For all', create: 'A new one' },
})
