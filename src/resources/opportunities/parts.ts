import { opportunitiesApi } from '../../api/opportunitiesApi'
import { defineParts } from '../kit/resourceView'
import { opportunityFieldMeta } from './fieldMeta'

/** Opportunities in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta: opportunityFieldMeta,
  search: {
    endpoint: opportunitiesApi.endpoints.opportunitiesList,
    details: ({ broker_name, sales_represented }) => [broker_name, sales_represented],
  },
  trash: {},
})
