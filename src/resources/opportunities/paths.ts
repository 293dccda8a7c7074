import type { Row } from '../../contract'
import type { PathId } from '../../ui/page/idFrom'

/** The object id of an opportunity's notes and files (OPD-10). */
export const objectIdOf = (id: number) => `opportunity-${id}`

/** The tabs of an opportunity in their order; each has its own path (OPD-1). */
export const opportunityTabs = [
  'details',
  'organizations',
  'quotes',
  'contracts',
  'files',
  'history',
] as const
export type OpportunityTab = (typeof opportunityTabs)[number]

const list = '/mpg/opportunities'

/** Paths of opportunities. */
export const opportunityPaths = {
  list,
  create: `${list}/new`,
  record: (id: PathId) => `${list}/${id}`,
  tab: (id: PathId, tab: OpportunityTab | ':type') => `${list}/${id}/${tab}`,
  details: (id: PathId) => `${list}/${id}/details`,
  edit: (id: PathId) => `${list}/${id}/edit`,
} as const

/** The opportunity of a path, bid pages included; undefined on other pages. */
export const opportunityAt = (pathname: string): number | undefined => {
  const [, id] = new RegExp(`^${list}/(\\d+)(?:/|$)`).exec(pathname) ?? []
  return id === undefined ? undefined : Number(id)
}

/** The breadcrumb of pages below an opportunity, or below the list while none is loaded. */
export const opportunityTrail = (opportunity?: Row<'opportunities'>) => [
  { label: 'Opportunities', to: opportunityPaths.list },
  ...(opportunity
    ? [
        {
          label: opportunity.opportunity_name,
          isName: true,
          to: opportunityPaths.details(opportunity.opportunity_id),
        },
      ]
    : []),
]
