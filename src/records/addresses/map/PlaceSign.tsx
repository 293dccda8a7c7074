import type { ReactNode } from 'react'
import type { Row } from '../../../contract'
import type { AddressType } from '../../organizationAddresses/faces'

/** What tells the uses of addresses apart where colours cannot: a square, a diamond, a circle. */
const shapes: Readonly<Record<AddressType, ReactNode>> = {
  headquarters: <rect x="5" y="5" width="12" height="12" />,
  billing_address: <path d="M11 3.5 18.5 11 11 18.5 3.5 11z" />,
  service_location: <circle cx="11" cy="11" r="6.5" />,
}

interface PlaceSignProps {
  type: AddressType
  status: Row<'organizationAddresses'>['property_status']
  /** It is not known where exactly the place is. */
  isVague?: boolean
}

/** The sign of a place: coloured and shaped by what it is used for, hollow once it no longer is, ringed where it is not located. */
export const PlaceSign = ({ type, status, isVague = false }: PlaceSignProps) => (
  <svg className={`place-sign place-sign-${type} place-sign-${status}`} viewBox="0 0 22 22" aria-hidden>
    {isVague && <circle className="place-sign-ring" cx="11" cy="11" r="10" />}
    {shapes[type]}
  </svg>
)
