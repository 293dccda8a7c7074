import './chunkNonce'
import { createRoot } from 'react-dom/client'
import { readStoredSession } from '../store/storedSession'
import { BrokenPage } from './ErrorBoundary'
import { isLightPath } from './lightPaths'
import { loadApplication } from './loadApplication'
import { once } from './once'
import { orElse } from './orElse'
import { loadEntrance } from './loadEntrance'
import { guardTranslation } from './translationGuard'
import { Visit } from './Visit'
import './base.css'
import './frame/frame.css'
import './shell/skeleton.css'

const open = once(async () => (await loadApplication()).openApplication())

/** The script may run before the page is parsed completely. */
const pageIsRead = () =>
  new Promise<void>((resolve) => {
    if (document.readyState !== 'loading') resolve()
    else document.addEventListener('DOMContentLoaded', () => resolve(), { once: true })
  })

const start = async () => {
  await pageIsRead()
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element to start in.')
  guardTranslation(document.body)
  const needsApplication = orElse(readStoredSession, null) !== null || isLightPath(location.pathname)
  const show = (shown: React.ReactNode) => createRoot(root).render(shown)
  try {
    // Nothing is rendered yet; an empty Suspense fallback would delay the page by React's 300 ms.
    if (!needsApplication) await loadEntrance(location.pathname)
    show(<Visit opened={needsApplication ? await open() : undefined} open={open} />)
  } catch (reason) {
    show(<BrokenPage />)
    throw reason
  }
}

void start()
