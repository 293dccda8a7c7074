import { useId } from 'react'
import { MissingPart } from '../../../ui/feedback/MissingPart'
import { lazyPart } from '../../../ui/page/lazyPart'
import type { MapPlace } from './markers'
import './address-map.css'

const { usePart: useMap } = lazyPart(async () => (await import('./MarkerMap')).MarkerMap)

/**
 * Addresses on a map that needs no network, with a list beside it (ORG-6). The map and its state boundaries are loaded
 * on first use; their space is reserved.
 */
export const AddressMap = ({ places }: { places: readonly MapPlace[] }) => {
  const id = useId()
  const { Part: PlacesMap, isMissing, retry } = useMap()
  return (
    <section className="address-map" aria-labelledby={id}>
      <h2 id={id}>Map</h2>
      {PlacesMap && <PlacesMap key={places.map(({ key }) => key).join()} places={places} />}
      {isMissing && <MissingPart title="The map could not be loaded." retry={retry} />}
      {!PlacesMap && !isMissing && (
        <div className="address-map-waiting" role="status" aria-label="Loading the map" />
      )}
    </section>
  )
}
