/** The credit bureau: searching its businesses, and making organizations of them. */
import { boolean, text, type InputOf } from './fields'
import { maxText } from './limits'

const badCity = 'Please provide a valid city.'
const badName = 'Please provide a valid organization name.'

/** Shown where the bureau finds nothing or does not answer (part 2 §8). Its second half links to a form. */
export const bureauFindsNothing = [
  'No organizations matching your criteria. Please check your search information and try again or',
  'manually create an organization',
] as const
export const bureauCannotCreate = 'Cannot create this organization this time. Please try again later.'

/** Searches the bureau; city and name may be misspelt a little. */
export const bureauSearch = {
  path: '/api/mpg/organizations/search_experian/',
  fields: {
    organization_name: text({
      required: true,
      max: 1_000,
      requiredMessage: badName,
      apiDescription: `At most ${maxText} characters.`,
    }),
    state: text({ required: true, apiDescription: 'By its code, its name or its id.' }),
    city: text({
      required: true,
      max: 1_000,
      requiredMessage: badCity,
      apiDescription: `At most ${maxText} characters.`,
    }),
  },
} as const
export type BureauSearch = InputOf<typeof bureauSearch>

/** Confidence that a business is the one searched for, highest first. */
export const bureauConfidences = ['high', 'medium', 'low'] as const
export type BureauConfidence = (typeof bureauConfidences)[number]
/** The fields of a search. */
export const bureauParts = ['name', 'city', 'state'] as const
export type BureauPart = (typeof bureauParts)[number]
/** How a field of a business matches: equal, more specific than the search, or spelled slightly differently. */
export const bureauMatchKinds = ['same', 'partial', 'similar'] as const

/** Why a business was found: how one field of the search matches it. */
export interface BureauReason {
  part: BureauPart
  fit: (typeof bureauMatchKinds)[number]
  /** The words with another spelling: as typed, and as the bureau has them. */
  spellings: { typed: string; found: string }[]
}

/** How well a business matches the search. */
export interface BureauMatch {
  confidence: BureauConfidence
  reasons: BureauReason[]
}

/** A business as the bureau knows it. */
export interface BureauResult {
  business_name: string
  /** In one line. */
  address: string
  /** ###-###-#### */
  phone: string | null
  /** The bureau's number. */
  bin: string
  /** Whether an organization with this number exists in Citygate. */
  alive: boolean
  /** Whether that organization was created from the bureau's entry. */
  created: boolean
  organization_id: number | null
  match: BureauMatch
}

export interface BureauAnswer {
  results: BureauResult[]
  /** Name of the queried source, for display. */
  source: string
}

/** Creates an organization from a business: 201, or 200 with the existing organization. */
export const bureauCreate = {
  path: '/api/mpg/organizations/create_experian/',
  fields: {
    bin: text({
      required: true,
      shape: 'identifier',
      apiDescription: "The bureau's number of the business.",
    }),
    created: boolean({ apiDescription: 'As the search answered it; the server looks for itself.' }),
  },
} as const
export type BureauCreate = InputOf<typeof bureauCreate>

export interface BureauCreateAnswer {
  details: { organization_id: number }
}

/** Whether the bureau can search for a text at all. */
export const isSearchable = (text: string): boolean => text.length <= maxText && /[\p{L}\p{N}]/u.test(text)

/** Errors of a search by field, beyond the rules of each field. */
export function bureauSearchFaults({ organization_name, city }: BureauSearch): Record<string, string> {
  return {
    ...(isSearchable(organization_name) ? {} : { organization_name: badName }),
    ...(isSearchable(city) ? {} : { city: badCity }),
  }
}
