/** A business as a credit bureau knows it. */
export interface Business {
  /** The number under which the bureau keeps it. */
  bin: string
  business_name: string
  street: string
  city: string
  /** Postal code of the state, two capital letters. */
  state: string
  zip: string
  /** ###-###-#### */
  phone: string | null
  /** Postal code of the state under whose law it was founded. */
  state_of_incorporation: string | null
  founding_year: number | null
  primary_industry: string | null
}

/** What is asked of a bureau: all three parts count. */
export interface BusinessQuery {
  name: string
  city: string
  /** Postal code of the state. */
  state: string
}

/** A credit bureau. Both questions are rejected when it cannot be asked now. */
export interface Bureau {
  /** What people read beside its results. */
  readonly label: string
  /** Businesses that fit, best first; how many, the bureau decides. */
  search(query: BusinessQuery): Promise<Business[]>
  /** The business of a number, or null where there is none. */
  find(bin: string): Promise<Business | null>
}
