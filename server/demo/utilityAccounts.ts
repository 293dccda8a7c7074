import { staffIds } from './accounts'
import { customerAt, ownerOf } from './customers'
import { organizationAddressAt } from './organizationAddresses'
import type { DemoRow } from './rows'
import { perGroup } from './sizes'
import { stampsOf } from './stamps'
import { activeServices } from './utilityStates'
import { dayLength, memoized, randomFor, toDay, type World } from './world'

/** Accounts of six tenths as many as opportunities, in whole numbers. */
export const utilityAccountCount = (opportunities: number): number => Math.floor((opportunities * 3) / 5)

/** The group of an account: that of the opportunity at its place. */
const groupAt = (index: number): number => Math.floor((index * 5) / 3 / perGroup.opportunities)

/** The organization of an account, within its group; ids count from 1. */
const organizationOf = (index: number): number => groupAt(index) * perGroup.organizations + (index % 3) + 1

/** The accounts that came with the opportunities of a group up to that at an index, at least one of two opportunities. */
export function accountsBroughtBy(lastOpportunity: number): number[] {
  const first = Math.floor(lastOpportunity / perGroup.opportunities) * perGroup.opportunities
  const from = utilityAccountCount(first)
  const to = utilityAccountCount(lastOpportunity + 1)
  return Array.from({ length: to - from }, (_, offset) => from + offset + 1)
}

/** The accounts of an organization whose opportunity is not after that at an index, in order of their ids. */
export function accountsOfOrganization(organization: number, lastOpportunity: number): number[] {
  const group = Math.floor((organization - 1) / perGroup.organizations)
  const from = utilityAccountCount(group * perGroup.opportunities)
  const to = utilityAccountCount(lastOpportunity + 1)
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset)
    .filter((index) => groupAt(index) === group && organizationOf(index) === organization)
    .map((index) => index + 1)
}

const rateClasses = ['GS-1', 'GS-2', 'Large Commercial', 'Transportation', null] as const

/** The account at an index; ids count from 1. */
export const utilityAccountAt = memoized((world: World, index: number): DemoRow<'utilityAccounts'> => {
  const random = randomFor(world, 'utility_accounts', index)
  const organization = organizationOf(index)
  const customer = customerAt(world, ownerOf(organization - 1).customer)
  const links = Array.from({ length: perGroup.organizationAddresses }, (_, at) =>
    organizationAddressAt(world, groupAt(index) * perGroup.organizationAddresses + at),
  )
  const address = links.find((link) => link.organization === organization)?.address ?? null
  const opened = world.today - random.integer(1_200, 6_000) * dayLength
  return {
    utility_account_id: index + 1,
    organization,
    utility_state: random.pick(activeServices(customer.state)),
    // Of their own at any utility, since they end with their place; many begin with zeros.
    account_number: `${random.pick(['00', '0', ''])}${random.digits(4)}-${String(index + 1).padStart(6, '0')}`,
    name: random.maybe(0.5, `${customer.city} site ${(index % 3) + 1}`),
    rate_class: random.pick(rateClasses),
    address,
    status: 'active',
    opened_on: random.maybe(0.8, toDay(opened)),
    closed_on: null,
    mdq: random.maybe(0.3, Math.round(customer.annualVolume / 80)),
    loa_expires_on: random.maybe(0.6, toDay(world.today + random.integer(-60, 400) * dayLength)),
    // After the address book.
    ...stampsOf(random, world, staffIds, world.today - 89 * dayLength, world.today - 80 * dayLength),
  }
})
