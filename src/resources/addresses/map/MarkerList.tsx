import AimOutlined from '@ant-design/icons/es/icons/AimOutlined'
import { Button } from '../../../ui/antd/Button'
import { Link } from 'react-router-dom'
import { statusName } from '../../../ui/list/StatusFilter'
import { addressTypeName } from '../../organizationAddresses/fieldMeta'
import { signOf, type MapPlace } from './markers'
import { MarkerIcon } from './MarkerIcon'
import type { Located } from './view'

/** A remark on an inexact position; none for an exact one. */
const reservation = ({ state }: MapPlace, spot: Located | undefined): string | null => {
  if (!spot) return 'Not on the map: neither coordinates nor state are known.'
  if (spot.exactness === 'city') return 'Stands for its city: it has no coordinates.'
  return spot.exactness === 'state' ? `Stands in the middle of ${state ?? ''}: it has no coordinates.` : null
}

interface MarkerListProps {
  places: readonly MapPlace[]
  spots: readonly Located[]
  /** The highlighted place. */
  current: number | null
  pointAt: (key: number | null) => void
  /** Centers the map on a place; omitted for a single one. */
  center: ((spot: Located) => void) | undefined
}

/** The map's places as a list, for keyboards and screen readers, and as its legend. */
export const MarkerList = ({ places, spots, current, pointAt, center }: MarkerListProps) => (
  <ul className="place-list" aria-label="Places">
    {places.map((place) => {
      const { key, label, to, types, status } = place
      const spot = spots.find((known) => known.place === place)
      const isVague = spot !== undefined && spot.exactness !== 'exact'
      const facts = [...types.map(addressTypeName), ...(status === 'expired' ? [statusName(status)] : [])]
      const pointing = {
        onPointerEnter: () => pointAt(key),
        onPointerLeave: () => pointAt(null),
        onFocus: () => pointAt(key),
        onBlur: () => pointAt(null),
      }
      return (
        <li key={key} className={key === current ? 'place place-current' : 'place'}>
          <MarkerIcon type={signOf(place)} status={status} isVague={isVague} />
          <div>
            {to === undefined ? (
              label
            ) : (
              <Link to={to} {...pointing}>
                {label}
              </Link>
            )}
            <p className="quiet">{facts.join(' · ')}</p>
            <p className="quiet not-printed">{reservation(place, spot)}</p>
          </div>
          {center && spot && (
            <Button
              size="small"
              type="text"
              icon={<AimOutlined aria-hidden />}
              aria-label={`Show ${label} on the map`}
              title="Show on the map"
              {...pointing}
              onClick={() => center(spot)}
            />
          )}
        </li>
      )
    })}
  </ul>
)
