import { lazy, Suspense, useId } from 'react'
import type { MapPlace } from './places'
import './address-map.css'

const PlacesMap = lazy(async () => ({ default: (await import('./PlacesMap')).PlacesMap }))

/**
 * Where addresses are, on a map that needs no network, with a list of them beside it (ORG-6). The map and its
 * outlines are fetched when they are first shown; their place is kept.
 */
export const AddressMap = ({ places }: { places: readonly MapPlace[] }) => {
  const id = useId()
  return (
    <section className="address-map" aria-labelledby={id}>
      <h2 id={id}>Map</h2>
      <Suspense fallback={<div className="address-map-waiting" role="status" aria-label="Loading the map" />}>
        <PlacesMap key={places.map(({ key }) => key).join()} places={places} />
      </Suspense>
    </section>
  )
}
