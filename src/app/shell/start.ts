/* Runs in the head of the page, before the first paint. */
import type { EarlyCall } from '../../api/kit/early'
import { listRequest, recordRequest } from '../../api/kit/readRequests'
import { readStoredPreferences, readStoredSession } from '../../store/storedSession'
import type { PreferencesState } from '../../store/preferences'
import type { Session } from '../../store/session'
import { listParams, readListState } from '../../ui/list/listState'
import { idFrom } from '../../ui/page/idFrom'
import { holdPaletteKey } from '../keys/earlyPaletteKey'
import { themeIn } from '../../ui/theme/themeIn'
import type { Files, StartPage } from './startPage'

const holds = (query: string) => window.matchMedia(query).matches

const dress = ({ theme = 'system', density, menuCollapsed }: Partial<PreferencesState>) => {
  const { dataset } = document.documentElement
  dataset.theme = themeIn(theme, holds('(prefers-color-scheme: dark)'))
  if (density) dataset.density = density
  if (menuCollapsed ?? holds('(max-width: 1023.98px)')) dataset.menu = 'collapsed'
}

/** Milliseconds within which a page loads on a connection so fast that only the processor limits it. */
const soon = 150
/** Milliseconds after which a hidden page, which is not painted, continues. */
const longestWait = 250

/**
 * Runs as the skeleton is painted: browsers compile scripts while they load, on all cores, which delays the first
 * paint. On a slow connection it runs at once, since loading takes longer there.
 */
const withFirstPaint = (go: () => void) => {
  if (performance.now() > soon || document.hidden) {
    go()
    return
  }
  let isUnderWay = false
  const goOnce = () => {
    if (!isUnderWay) go()
    isUnderWay = true
  }
  // Before the page is parsed completely, there may be a paint without the skeleton.
  document.addEventListener('DOMContentLoaded', () => requestAnimationFrame(goOnce))
  setTimeout(goOnce, longestWait)
}

const fetchScripts = (files: readonly string[]) => {
  for (const file of files) {
    const script = document.createElement('script')
    script.src = file
    script.fetchPriority = 'high'
    // The application waits for an existing script element, and loads a missing one itself.
    script.onerror = () => script.remove()
    document.head.append(script)
  }
}

const preloadStyles = (files: readonly string[]) => {
  for (const file of files) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preload', as: 'style', href: file })
    document.head.append(link)
  }
}

/** The page's request, equal to the application's own. */
const callFor = ({ list, record }: StartPage) => {
  if (list)
    return listRequest(
      list.path,
      listParams(readListState(new URLSearchParams(location.search), list)),
      list.expand,
      list.linkFilter,
    )
  const id = location.pathname.split('/').map(idFrom).find(Boolean)
  return record && id ? recordRequest(record.path, id, record.expand) : undefined
}

const ask = (page: StartPage, { tokens }: Session): EarlyCall | undefined => {
  const call = callFor(page)
  // Only the application can refresh tokens.
  if (!call || Date.now() >= tokens.refreshAt) return undefined
  const { url: path, params } = call
  const given = Object.entries(params).filter(([, value]) => value !== undefined) as [string, string][]
  const url = `${location.origin}${path}?${new URLSearchParams(given).toString()}`
  const authorization = `Bearer ${tokens.access}`
  const headers = { Accept: 'application/json', Authorization: authorization }
  const controller = new AbortController()
  const answer = fetch(url, { headers, signal: controller.signal })
  const early: EarlyCall = { url, authorization, at: performance.now(), answer, controller, isComing: false }
  // The consumer of the prefetch handles failures.
  answer.then(
    () => (early.isComing = true),
    () => undefined,
  )
  return early
}

/** Whether the sign-in page sends a request at once: for the directory's button, or after the directory's return. */
const asksAtOnce = ({ userType }: Partial<PreferencesState>) =>
  userType === 'team' || new URLSearchParams(location.search).has('code')

/** Sets the theme, prefetches the page's data, and returns the page's files, which the application loads, too. */
const start = (page: StartPage): Files & { hasSkeleton: boolean } => {
  const { frame, signIn, application } = page
  const preferences = readStoredPreferences()
  dress(preferences)
  const session = readStoredSession()
  if (session && frame) {
    document.documentElement.dataset.start = 'frame'
    holdPaletteKey()
    globalThis.citygateEarlyCall = ask(page, session)
    return { ...frame, hasSkeleton: true }
  }
  const needed = [signIn, (session || asksAtOnce(preferences)) && application].filter((files) => !!files)
  return {
    scripts: needed.flatMap(({ scripts }) => scripts),
    styles: needed.flatMap(({ styles }) => styles),
    hasSkeleton: false,
  }
}

const { page, program = '' } = document.currentScript?.dataset ?? {}
let files: ReturnType<typeof start> = { scripts: [], styles: [], hasSkeleton: false }
try {
  files = start(JSON.parse(page || '{}') as StartPage)
} catch {
  // The stored data are invalid: the application detects that itself, and starts without them.
}
preloadStyles(files.styles)
// The application first: it is the largest file, and the first to run.
const fetchAll = () => fetchScripts([program, ...files.scripts])
if (files.hasSkeleton) withFirstPaint(fetchAll)
else fetchAll()
