/** The credit bureau: searching its businesses, and making organizations of them. */
import { boolean, text, type InputOf } from './kit'

const badCity = 'Please provide a valid city.'
const badName = 'Please provide a valid organization name.'

/** Searches the bureau; city and name may be misspelt a little. */
export const bureauSearch = {
  path: '/api/mpg/organizations/search_experian/',
  fields: {
    organization_name: text({
      required: true,
      max: 1_000,
      missing: badName,
      about: 'At most 255 characters.',
    }),
    state: text({ required: true, about: 'By its code, its name or its id.' }),
    city: text({ required: true, max: 1_000, missing: badCity, about: 'At most 255 characters.' }),
  },
} as const
export type BureauSearch = InputOf<typeof bureauSearch>

/** A business as the bureau knows it. */
export interface BureauResult {
  business_name: string
  /** In one line. */
  address: string
  /** ###-###-#### */
  phone: string | null
  /** The bureau's number. */
  bin: string
  /** Whether an organization with this number is here already. */
  alive: boolean
  /** Whether that organization was made of the bureau's entry. */
  created: boolean
  organization_id: number | null
}

export interface BureauAnswer {
  results: BureauResult[]
  /** Who was asked, for people. */
  source: string
}

/** Makes an organization of a business: 201, or 200 and the organization that is here already. */
export const bureauCreate = {
  path: '/api/mpg/organizations/create_experian/',
  fields: {
    bin: text({ required: true, about: "The bureau's number of the business." }),
    created: boolean({ about: 'As the search answered it; the server looks for itself.' }),
  },
} as const
export type BureauCreate = InputOf<typeof bureauCreate>

export interface BureauCreateAnswer {
  details: { organization_id: number }
}

/** What is wrong with parts of a search, by field, beyond what each field says of itself. */
export function bureauSearchFaults({ organization_name, city }: BureauSearch): Record<string, string> {
  const isName = (value: string) => value.length <= 255 && /[\p{L}\p{N}]/u.test(value)
  return {
    ...(isName(organization_name) ? {} : { organization_name: badName }),
    ...(isName(city) ? {} : { city: badCity }),
  }
}
