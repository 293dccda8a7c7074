import type { Store } from '../api/kit/createStore'
import { selectSignedIn } from '../store/session'
import { persistent } from '../ui/page/persistent'

const load = persistent(() => import('../api/live/followChanges'))

/** After what has been drawn is on the screen, so that nothing of it has to wait. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })

/** Lets the application follow what others change, as soon as somebody is signed in and sees the first page. */
export const followChangesSoon = (store: Store) => {
  const begin = async () => {
    await painted()
    const { followChanges } = await load()
    followChanges(store)
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
