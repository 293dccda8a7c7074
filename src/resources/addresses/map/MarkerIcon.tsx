import type { ReactNode } from 'react'
import type { Row } from '../../../contract'
import type { AddressType } from '../../organizationAddresses/fieldMeta'

/** Marker shapes distinguish the address types without colours: a square, a diamond, a circle. */
const shapes: Readonly<Record<AddressType, ReactNode>> = {
  headquarters: <rect x="5" y="5" width="12" height="12" />,
  billing_address: <path d="M11 3.5 18.5 11 11 18.5 3.5 11z" />,
  service_location: <circle cx="11" cy="11" r="6.5" />,
}

interface MarkerIconProps {
  type: AddressType
  status: Row<'organizationAddresses'>['property_status']
  /** The exact position is unknown. */
  isVague?: boolean
}

/** The marker of a place: colour and shape by address type, hollow if expired, ringed if the position is inexact. */
export const MarkerIcon = ({ type, status, isVague = false }: MarkerIconProps) => (
  <svg className={`place-sign place-sign-${type} place-sign-${status}`} viewBox="0 0 22 22" aria-hidden>
    {isVague && <circle className="place-sign-ring" cx="11" cy="11" r="10" />}
    {shapes[type]}
  </svg>
)
