/** The actions of contracts, beside the records themselves (CTR-2, CTR-9, CTR-10). */
import { amendedFields, contracts } from './contracts'
import { boolean, date, text, type RowOf } from './fields'

/** What amend/ may change; the values as in the record. */
export const amendments = Object.fromEntries(
  amendedFields.map((name) => [name, contracts.fields[name]]),
) as Pick<typeof contracts.fields, (typeof amendedFields)[number]>

/** The actions of a contract, by the last part of their address. */
export const contractActions = {
  sign: 'sign',
  amend: 'amend',
  terminate: 'terminate',
  renew: 'renew',
} as const

/** Why a draft without accounts is not signed (CTR-2). */
export const accountNeeded = 'Add at least one utility account before you sign.'

const reason = text({ required: true, max: 10_000, shape: 'lines' })

/** What the bodies of the actions hold. */
export const contractActionFields = {
  sign: {
    signed_on: date({ required: true }),
    price_confirmed: boolean({ apiDescription: 'Needed after the end of the validity of the quote.' }),
  },
  amend: { effective_on: date({ required: true }), reason },
  terminate: { terminated_on: date({ required: true }), reason },
} as const

/** The amendments of a contract, the last one first. */
export const contractAmendmentsPath = (id: number | ':id') => `${contracts.path}${id}/amendments/` as const

/** What an amendment changed. */
export interface ContractAmendment {
  effective_on: string
  reason: string
  /** The values before it, by the names of their fields. */
  before: Partial<Pick<RowOf<typeof contracts>, (typeof amendedFields)[number]>>
  created_by: number | null
  created_at: string
}
