import type { Store } from '../api/kit/createStore'
import { selectSignedIn } from '../store/session'
import { persistent } from '../ui/page/persistent'

const load = persistent(() => import('../api/live/subscribeToChanges'))

/** After the first paint, which must not be delayed. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })

/** Opens the live stream, as soon as a session exists and the first page is painted. */
export const followChangesSoon = (store: Store) => {
  const begin = async () => {
    await painted()
    const { subscribeToChanges } = await load()
    subscribeToChanges(store)
  }
  let begun = false
  const look = () => {
    if (begun || !selectSignedIn(store.getState())) return
    begun = true
    void begin()
  }
  store.subscribe(look)
  look()
}
