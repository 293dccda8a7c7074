/* Written at build time into the served HTML, and into the table of screens beside it: scripts/shell.cjs. */
import { renderToStaticMarkup } from 'react-dom/server'
import { listExpands, listLinkFilters, recordExpands } from '../../api/kit/earlyExpands'
import { contract } from '../../contract'
import type { Resource } from '../../contract/fields'
import type { FilterField } from '../../ui/list/listState'
import type { PageRoute } from '../../ui/page/pageRoute'
import { routed } from '../ahead'
import { loadCalls } from '../callsThrough'
import { isLightPath } from '../lightPaths'
import { loadApplication } from '../loadApplication'
import { frame, framedPages, lightPageAt, lightPages } from '../pages'
import { themeSheet } from '../../ui/theme/themeSheet'
import { Skeleton } from './Skeleton'
import type { StartPage } from './startPage'

/** A screen, and the modules that it needs. */
interface Screen extends Pick<StartPage, 'list' | 'record'> {
  /** '/deals/:id' */
  path: string
  frame?: readonly string[]
  signIn: readonly string[]
  application?: readonly string[]
}

/** At build time, replaced with the module's name instead of its content. */
const moduleOf = async (load: () => Promise<unknown>) => ((await load()) as { module: string }).module

const filterFields = (names: readonly string[], fields: Resource['fields']): Record<string, FilterField> =>
  Object.fromEntries(
    names.map((name) => {
      const { kind, options } = fields[name] as FilterField
      return [name, { kind, ...(options && { options }) }]
    }),
  )

const earlyOf = ({ early }: PageRoute): Pick<StartPage, 'list' | 'record'> => {
  if (!early) return {}
  if ('record' in early)
    return { record: { path: contract[early.record].path, expand: recordExpands[early.record] } }
  const { list } = early
  const { path, orderings, defaultOrdering, filters, fields } = contract[list]
  return {
    list: {
      ...{ path, orderings, defaultOrdering, filters, expand: listExpands[list] },
      fields: filterFields(filters, fields),
      linkFilter: listLinkFilters[list],
    },
  }
}

const screens = async (): Promise<Screen[]> => {
  const login = lightPageAt('/login')
  if (!login) throw new Error('There is no page to sign in at.')
  const signIn = [await moduleOf(login.load)]
  const store = await moduleOf(loadApplication)
  const application = [store, await moduleOf(loadCalls)]
  const around = [store, await moduleOf(routed.load), await moduleOf(frame.load)]
  return Promise.all([
    ...lightPages.map(async ({ path, load }) => {
      const own = [await moduleOf(load)]
      return isLightPath(path) ? { path, signIn: [store, ...own] } : { path, signIn: own, application }
    }),
    ...framedPages.map(async (page) => ({
      path: page.path,
      frame: [...around, await moduleOf(page.load)],
      signIn,
      application,
      ...earlyOf(page),
    })),
  ])
}

/** The content independent of user and time. */
export const shell = async () => ({
  theme: themeSheet(),
  skeleton: renderToStaticMarkup(<Skeleton />),
  screens: await screens(),
})
