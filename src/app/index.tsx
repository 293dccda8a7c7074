import './chunkNonce'
import { createRoot } from 'react-dom/client'
import { createStore } from '../api/kit/createStore'
import { selectSignedIn } from '../store/session'
import { App } from './App'
import { followChangesSoon } from './follow'
import { loadAhead } from './ahead'
import { Start } from './Start'

const start = async () => {
  const { store, ready, writeDown } = createStore()
  await ready
  window.addEventListener('pagehide', () => void writeDown())
  // The skeleton of the page stands until its own parts are there, so that nothing comes and goes in between.
  if (selectSignedIn(store.getState())) await loadAhead(location.pathname)

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element to start in.')
  createRoot(root).render(
    <App store={store}>
      <Start />
    </App>,
  )
  followChangesSoon(store)
}

void start()
