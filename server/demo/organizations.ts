import { contract } from '../../src/contract'
import type { Random } from '../fixtures/random'
import type { Business } from '../ports/bureau'
import { staffIds } from './accounts'
import { customerAt, ownerOf, type Customer } from './customers'
import type { DemoRow } from './rows'
import { addressBookStamps } from './stamps'
import { affiliates, companyForms, nonprofitForm } from './wordLists/customers'
import { dayLength, randomFor, memoized, toMoment, type World } from './world'

/** The organization at an index; ids count from 1. */
export const organizationAt = memoized((world: World, index: number): DemoRow<'organizations'> => {
  const random = randomFor(world, 'organizations', index)
  const { customer: owner, position } = ownerOf(index)
  const customer = customerAt(world, owner)
  const { kind, state } = customer
  const main = position === 0
  const isPublic = kind.type === 'Public' || kind.type === 'Institutional'
  const { ending, structure } = main && isPublic ? nonprofitForm : random.pick(companyForms)
  const taxId = `${random.digits(2)}-${random.digits(7)}`
  const employees = Math.round(random.magnitude(...kind.employees))
  const slug = slugOf(customer, position)
  return {
    organization_id: index + 1,
    name: `${main ? customer.name : `${customer.root} ${affiliates[(owner + position) % affiliates.length] ?? ''}`} ${ending}`.trim(),
    dba: random.maybe(0.3, `${customer.root} of ${customer.city}`),
    zoominfo_id: random.maybe(0.8, random.digits(9)),
    tax_id: random.maybe(0.92, taxId),
    duns_number: random.maybe(0.88, random.digits(9)),
    bin_number: random.maybe(0.75, random.digits(9)),
    web_page: random.maybe(0.9, `https://${slug}.example`),
    email: random.maybe(0.85, `energy@${slug}.example`),
    phone: random.maybe(0.95, `${customer.areaCode}-555-01${random.digits(2)}`),
    ...profilesOf(random, slug),
    contact_source: random.maybe(0.8, random.pick(contract.organizations.fields.contact_source.suggestions)),
    type: kind.type,
    structure,
    founding_year: random.maybe(0.9, random.integer(...kind.founded)),
    state_of_incorporation: main || random.chance(0.5) ? state : 'DE',
    primary_industry: kind.industry,
    number_of_locations: random.integer(...kind.locations),
    estimated_revenue: random.maybe(0.85, roundTo(employees * random.integer(...kind.revenue), 100_000)),
    estimated_emplpoyee_count: employees,
    mpg_internal_id: `MPG-${String(index + 1).padStart(6, '0')}`,
    fein_number: random.maybe(0.6, taxId),
    last_verification_date: random.maybe(0.7, toMoment(world.today - random.integer(0, 500 * dayLength))),
    home_state: null,
    merged_into: null,
    team_id: null,
    naics: randomFor(world, 'organizations.naics', index).sample(kind.naics, main ? 2 : 1),
    ...addressBookStamps(random, world, staffIds),
    ...(main && customer.business && bureauFields(customer.business)),
  }
})

/** The built-in bureau's data of an organization, so that a search for it finds it here (BUR-2). */
const bureauFields = ({
  business_name,
  bin,
  phone,
  founding_year,
  state_of_incorporation,
}: Business): Partial<DemoRow<'organizations'>> => ({
  name: business_name,
  bin_number: bin,
  phone,
  founding_year,
  state_of_incorporation,
})

/** The name of an organization in web addresses. */
export const slugOf = ({ slug }: Customer, position: number): string =>
  position === 0 ? slug : `${slug}-${position + 1}`

type Profiles = Pick<DemoRow<'organizations'>, 'linkedin' | 'facebook' | 'twitter' | 'glassdoor'>

/** Addresses at hosts that do not exist, so that no demo link leads to a real page. */
const profilesOf = (random: Random, slug: Customer['slug']): Profiles => ({
  linkedin: random.maybe(0.7, `https://linkedin.example/company/${slug}`),
  facebook: random.maybe(0.4, `https://facebook.example/${slug}`),
  twitter: random.maybe(0.3, `https://twitter.example/${slug.replaceAll('-', '_')}`),
  glassdoor: random.maybe(0.3, `https://glassdoor.example/overview/${slug}`),
})

const roundTo = (value: number, step: number): number => Math.max(step, Math.round(value / step) * step)
