import './chunkNonce'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createStore } from '../api/createStore'
import { selectSignedIn } from '../store/session'
import { App } from './App'
import { loadAhead } from './routes'

const start = async () => {
  const { store, ready, writeDown } = createStore()
  await ready
  window.addEventListener('pagehide', () => void writeDown())
  if (selectSignedIn(store.getState())) loadAhead(location.pathname)

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element to start in.')
  createRoot(root).render(
    <BrowserRouter>
      <App store={store} />
    </BrowserRouter>,
  )
}

void start()
