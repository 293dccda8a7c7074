export const listPath = '/mpg/opportunities'

/** The first step of every breadcrumb below the list. */
export const listTrail = [{ label: 'Opportunities', to: listPath }]
