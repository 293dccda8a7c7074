import { id, one, resource, stamps } from './kit'

/**
 * Requests to set up the credit of a legal entity for a deal: who asked, and when, is in the stamps. A pair stands
 * once, whoever asks again.
 */
export const creditSetups = resource({
  name: 'creditSetups',
  path: '/api/mpg/credit-setups/',
  title: 'Credit setup',
  idField: 'credit_setup_id',
  fields: {
    credit_setup_id: id(),
    opportunity: one('opportunities', { required: true }),
    organization: one('organizations', { required: true, about: "One of the opportunity's organizations." }),
    ...stamps,
  },
  orderings: ['created_at'],
  defaultOrdering: 'created_at',
  filters: ['opportunity', 'organization'],
})
