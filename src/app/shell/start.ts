/* Runs in the head of the page, before anything of it has been drawn. */
import type { EarlyCall } from '../../api/kit/early'
import { listCall, recordCall } from '../../api/kit/readCalls'
import { keptPreferences, keptSession } from '../../store/keptSession'
import type { PreferencesState } from '../../store/preferences'
import type { Session } from '../../store/session'
import { listParams, readListState } from '../../ui/list/listState'
import { idFrom } from '../../ui/page/idFrom'
import { themeIn } from '../../ui/theme/themeIn'
import type { Files, StartPage } from './startPage'

const holds = (query: string) => window.matchMedia(query).matches

const dress = ({ theme = 'system', density, menuCollapsed }: Partial<PreferencesState>) => {
  const { dataset } = document.documentElement
  dataset.theme = themeIn(theme, holds('(prefers-color-scheme: dark)'))
  if (density) dataset.density = density
  if (menuCollapsed ?? holds('(max-width: 1023.98px)')) dataset.menu = 'collapsed'
}

/** Milliseconds within which a page comes whose line is so quick that only the processor is waited for. */
const soon = 150
/** After which a page that nobody looks at, and which is not painted therefore, goes on all the same. */
const longestWait = 250

/**
 * Runs as the skeleton is painted: a browser compiles scripts while they come, on every core that it has, and its first
 * picture waits for that. On a slow line it runs at once, since there the scripts are waited for.
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
  // Before it has been read to its end, there may be a picture without the skeleton.
  document.addEventListener('DOMContentLoaded', () => requestAnimationFrame(goOnce))
  setTimeout(goOnce, longestWait)
}

const fetchScripts = (files: readonly string[]) => {
  for (const file of files) {
    const script = document.createElement('script')
    script.src = file
    script.fetchPriority = 'high'
    // The program waits for a script that stands there, and asks itself for one that does not.
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

/** What the page shows, as the program will ask for it. */
const callFor = ({ list, record }: StartPage) => {
  if (list)
    return listCall(
      list.path,
      listParams(readListState(new URLSearchParams(location.search), list)),
      list.expand,
    )
  const id = location.pathname.split('/').map(idFrom).find(Boolean)
  return record && id ? recordCall(record.path, id, record.expand) : undefined
}

const ask = (page: StartPage, { tokens }: Session): EarlyCall | undefined => {
  const call = callFor(page)
  // Only the program can renew a token.
  if (!call || Date.now() >= tokens.refreshAt) return undefined
  const { url: path, params } = call
  const given = Object.entries(params).filter(([, value]) => value !== undefined) as [string, string][]
  const url = `${location.origin}${path}?${new URLSearchParams(given).toString()}`
  const authorization = `Bearer ${tokens.access}`
  const headers = { Accept: 'application/json', Authorization: authorization }
  const controller = new AbortController()
  const answer = fetch(url, { headers, signal: controller.signal })
  const early: EarlyCall = { url, authorization, at: performance.now(), answer, controller, isComing: false }
  // Whether it came to anything is for whoever takes it.
  answer.then(
    () => (early.isComing = true),
    () => undefined,
  )
  return early
}

/** Whether the sign-in page asks the server something at once: of the directory that leads in, or has led back. */
const asksAtOnce = ({ userType }: Partial<PreferencesState>) =>
  userType === 'team' || new URLSearchParams(location.search).has('code')

/** Dresses the page, asks for what it shows, and gives the files that show it: the program asks for them, too. */
const start = (page: StartPage): Files & { hasSkeleton: boolean } => {
  const { frame, signIn, application } = page
  const preferences = keptPreferences()
  dress(preferences)
  const session = keptSession()
  if (session && frame) {
    document.documentElement.dataset.start = 'frame'
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
  // What is kept cannot be read: the program finds out by itself, and starts afresh.
}
preloadStyles(files.styles)
// The program first: it is the largest part, and the first that is run.
const fetchAll = () => fetchScripts([program, ...files.scripts])
if (files.hasSkeleton) withFirstPaint(fetchAll)
else fetchAll()
