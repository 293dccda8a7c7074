/** A business as known by a credit bureau. */
export interface Business {
  /** The bureau's own number of the business. */
  bin: string
  business_name: string
  street: string
  city: string
  /** Postal code of the state, two capital letters. */
  state: string
  zip: string
  /** ###-###-#### */
  phone: string | null
  /** Postal code of the state of incorporation. */
  state_of_incorporation: string | null
  founding_year: number | null
  primary_industry: string | null
}

/** A search; all three parts are required. */
export interface BusinessQuery {
  name: string
  city: string
  /** Postal code of the state. */
  state: string
}

/** A credit bureau. Both calls are rejected when it is unavailable. */
export interface Bureau {
  /** Its name beside the results. */
  readonly label: string
  /** A search that finds something, where the businesses are made up; null of a real bureau. */
  readonly example: BusinessQuery | null
  /** Matching businesses, best first; the bureau decides how many. */
  search(query: BusinessQuery): Promise<Business[]>
  /** The business of a number, or null where there is none. */
  find(bin: string): Promise<Business | null>
}
