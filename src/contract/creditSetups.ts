import { id, one, resource, stamps } from './fields'

/**
 * Requests to set up the credit of a legal entity for a deal. The stamps hold the requesting user and the time. A pair
 * is unique, also across users.
 */
export const creditSetups = resource({
  name: 'creditSetups',
  path: '/api/mpg/credit-setups/',
  title: 'Credit setup',
  idField: 'credit_setup_id',
  fields: {
    credit_setup_id: id(),
    opportunity: one('opportunities', { required: true }),
    organization: one('organizations', {
      required: true,
      apiDescription: "One of the opportunity's organizations.",
    }),
    ...stamps,
  },
  orderings: ['created_at'],
  defaultOrdering: 'created_at',
  filters: ['opportunity', 'organization'],
})
