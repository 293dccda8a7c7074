import { useOpportunitiesListQuery } from '../../api/opportunitiesApi'
import { tagsApi } from '../../api/tagsApi'
import type { Row } from '../../contract'
import { crudDialogs } from '../../resources/kit/crudDialogs'
import { fieldMeta, fields } from '../../resources/tags/parts'
import { counted } from '../../ui/value/numbers'

const Opportunities = ({ row: { tag_id } }: { row: Row<'tags'> }) => {
  const { data } = useOpportunitiesListQuery({
    q: '',
    limit: 1,
    offset: 0,
    ordering: 'opportunity_name',
    tags: tag_id,
  })
  if (!data) return null
  return data.count === 0 ? 'is not in use.' : `is on ${counted(data.count, 'opportunity', 'opportunities')}.`
}

/** Create, edit and delete tags; each opening resets the form, with #222 as the default colour (TAG-2). */
export const { Edit, Delete } = crudDialogs({
  api: tagsApi,
  fieldMeta,
  fields,
  begins: { color: '#222' },
  Touched: Opportunities,
})
