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

/** Fetches the parts of the program that the page needs, side by side with the program that asks for them. */
const fetchFiles = ({ scripts, styles }: Files) => {
  for (const file of scripts) {
    const script = document.createElement('script')
    script.src = file
    script.fetchPriority = 'high'
    // The program waits for a script that stands there, and asks itself for one that does not.
    script.onerror = () => script.remove()
    document.head.append(script)
  }
  for (const file of styles) {
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
  const answer = fetch(url, { headers: { Accept: 'application/json', Authorization: authorization } })
  const early: EarlyCall = { url, authorization, at: performance.now(), answer, isComing: false }
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

const start = (page: StartPage) => {
  const { frame, signIn, application } = page
  const preferences = keptPreferences()
  dress(preferences)
  const session = keptSession()
  if (!session || !frame) {
    if (signIn) fetchFiles(signIn)
    if (application && (session || asksAtOnce(preferences))) fetchFiles(application)
    return
  }
  document.documentElement.dataset.start = 'frame'
  globalThis.citygateEarlyCall = ask(page, session)
  fetchFiles(frame)
}

try {
  start(JSON.parse(document.currentScript?.dataset['page'] || '{}') as StartPage)
} catch {
  // What is kept cannot be read: the program finds out by itself, and starts afresh.
}
