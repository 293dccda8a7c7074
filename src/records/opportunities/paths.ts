import type { Row } from '../../contract'
import type { PathId } from '../../ui/page/pathId'

/** The tabs of an opportunity in their order; each has its address (OPD-1). */
export const opportunityTabs = ['details', 'organizations', 'files'] as const
export type OpportunityTab = (typeof opportunityTabs)[number]

const list = '/mpg/opportunities'

/** Where opportunities are shown, made and changed. */
export const opportunityPaths = {
  list,
  create: `${list}/new`,
  record: (id: PathId) => `${list}/${id}`,
  tab: (id: PathId, tab: OpportunityTab | ':type') => `${list}/${id}/${tab}`,
  details: (id: PathId) => `${list}/${id}/details`,
  edit: (id: PathId) => `${list}/${id}/edit`,
} as const

/** The opportunity on whose pages, those of its bids included, an address is; undefined on any other. */
export const opportunityAt = (pathname: string): number | undefined => {
  const [, id] = new RegExp(`^${list}/(\\d+)(?:/|$)`).exec(pathname) ?? []
  return id === undefined ? undefined : Number(id)
}

/** The steps of a breadcrumb that lead to a page below an opportunity, or below the list while none is known. */
export const opportunityTrail = (opportunity?: Row<'opportunities'>) => [
  { label: 'Opportunities', to: opportunityPaths.list },
  ...(opportunity
    ? [
        {
          label: opportunity.opportunity_name,
          to: opportunityPaths.details(opportunity.opportunity_id),
        },
      ]
    : []),
]
