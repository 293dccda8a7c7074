/** The first step of every breadcrumb below the list. */
export const listTrail = [{ label: 'Opportunities', to: '/mpg/opportunities' }]
