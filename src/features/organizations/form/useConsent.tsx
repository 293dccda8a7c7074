import { useAppDispatch, useRows } from '../../../api/kit/hooks'
import { organizationAddressesApi } from '../../../api/organizationAddressesApi'
import { organizationsApi } from '../../../api/organizationsApi'
import type { Found } from '../../../api/kit/baseQuery'
import type { Input } from '../../../contract'
import { OrganizationLink } from '../../../records/organizations/OrganizationLink'
import type { Ask } from '../../../ui/dialog/useQuestion'
import { counted } from '../../../ui/value/numbers'
import { CalledOff } from '../../../ui/form/EditForm'
import { Bearers, bearersOf, othersIn, ownNumbers, type OwnNumber } from './twins'

type Body = Partial<Input<'organizations'>>

/** Answers that are held while somebody decides by them. */
interface Reading {
  unwrap: () => Promise<Found>
  unsubscribe: () => void
}

/** What they say; nothing where they do not come, because the save that follows tells what is the matter. */
const idsOf = (reading: Reading) =>
  reading.unwrap().then(
    ({ ids }) => ids,
    () => [],
  )

/** Asks before something is saved that is seldom meant. */
export const useConsent = (ask: Ask, own: number | undefined) => {
  const dispatch = useAppDispatch()

  /** Saving a number that is another organization's takes a second look; CalledOff is thrown where it is not meant. */
  const shareNumbers = async (body: Body): Promise<void> => {
    const readings = ownNumbers.flatMap((field) => {
      const value = body[field]
      const fresh = { forceRefetch: true }
      return value
        ? [
            {
              field,
              reading: dispatch(
                organizationsApi.endpoints.organizationsList.initiate(bearersOf(field, value), fresh),
              ),
            },
          ]
        : []
    })
    try {
      const found = await Promise.all(
        readings.map(async ({ field, reading }) => ({ field, ids: othersIn(await idsOf(reading), own) })),
      )
      const shared = found.filter(({ ids }) => ids.length > 0)
      if (shared.length > 0 && !(await ask(sharedNumbers(shared)))) throw new CalledOff()
    } finally {
      for (const { reading } of readings) reading.unsubscribe()
    }
  }

  /**
   * What is to become of an address that others use, too, when this organization's form changes it: null where nobody
   * else does. CalledOff is thrown where it is not to be changed after all.
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
      if (!answer) throw new CalledOff()
      return answer
    } finally {
      reading.unsubscribe()
    }
  }

  return { shareNumbers, shareAddress }
}

const sharedNumbers = (shared: readonly { field: OwnNumber; ids: readonly number[] }[]) => ({
  title: 'Another organization has this number',
  text: (
    <>
      {shared.map(({ field, ids }) => (
        <p key={field}>
          <Bearers field={field} ids={ids} />
        </p>
      ))}
      <p className="quiet">If it is the same company, open that one instead of making it twice.</p>
    </>
  ),
  answers: { save: 'Save anyway' },
})

interface SharersProps {
  /** Links of the address, some of all. */
  links: readonly number[]
  /** How many organizations beside this one use it. */
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
