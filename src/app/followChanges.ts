import type { Store } from '../api/kit/createStore'
import { selectSignedIn } from '../store/session'
import { persistent } from '../ui/page/persistent'

const load = persistent(() => import('../api/live/subscribeToChanges'))

/** Opens the live stream as soon as a session exists; from then on it follows the session itself. */
export const followChanges = (store: Store): void => {
  const stop = store.subscribe(look)
  function look() {
    if (!selectSignedIn(store.getState())) return
    stop()
    void load().then(({ subscribeToChanges }) => subscribeToChanges(store))
  }
  look()
}
