import { defineResource } from '../kit/resource'

export const opportunities = defineResource('opportunities', {
  table: 'opportunities',
  links: {
    tags: { table: 'opportunity_tags', own: 'opportunity_id', target: 'tag_id', order: 'position' },
    organizations: {
      table: 'opportunity_organizations',
      own: 'opportunity_id',
      target: 'organization_id',
      order: 'position',
    },
  },
  search: ['opportunity_name', 'tags.name', 'sales_represented', 'broker_name', 'organizations.name'],
  keys: { opportunity_name: 'opportunity_name', sales_represented: 'sales_represented', tags: 'tags.name' },
})
