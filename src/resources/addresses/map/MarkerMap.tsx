import { useMemo, useState } from 'react'
import { useInstallationQuery } from '../../../api/installationApi'
import { MapPane } from './MapPane'
import { MarkerList } from './MarkerList'
import { addressTypeName } from '../../organizationAddresses/fieldMeta'
import { typesIn, type MapPlace } from './markers'
import { MarkerIcon } from './MarkerIcon'
import { located, viewOf, zoomed } from './view'

/** The legend of the markers, as far as the list does not explain them. */
const Legend = ({ places, isVague }: { places: readonly MapPlace[]; isVague: boolean }) => (
  <ul className="map-legend" aria-label="Legend">
    {typesIn(places).map((type) => (
      <li key={type}>
        <MarkerIcon type={type} status="active" /> {addressTypeName(type)}
      </li>
    ))}
    {places.some(({ status }) => status === 'expired') && (
      <li>
        <MarkerIcon type="service_location" status="expired" /> Hollow: expired
      </li>
    )}
    {isVague && (
      <li>
        <MarkerIcon type="service_location" status="active" isVague /> Ringed: not located exactly
      </li>
    )}
  </ul>
)

/** A map of places: shows all of them until zoomed. */
export const MarkerMap = ({ places }: { places: readonly MapPlace[] }) => {
  const tiles = useInstallationQuery(undefined).data?.map_tiles ?? null
  const hasTiles = tiles !== null
  const spots = useMemo(() => located(places), [places])
  const all = useMemo(() => viewOf(spots, hasTiles), [spots, hasTiles])
  const [chosen, setChosen] = useState<typeof all | null>(null)
  const [current, setCurrent] = useState<number | null>(null)
  const view = chosen ?? all

  return (
    <div className="places-map stack">
      <div>
        <MapPane
          view={view}
          spots={spots}
          tiles={tiles}
          current={current}
          pointAt={setCurrent}
          look={(members) => setChosen(viewOf(members, hasTiles))}
          zoom={(levels) => setChosen(zoomed(view, levels, hasTiles))}
          showAll={() => setChosen(null)}
        />
        <Legend places={places} isVague={spots.some(({ exactness }) => exactness !== 'exact')} />
      </div>
      <MarkerList
        places={places}
        spots={spots}
        current={current}
        pointAt={setCurrent}
        center={places.length > 1 ? ({ x, y }) => setChosen({ ...view, x, y }) : undefined}
      />
    </div>
  )
}
