import { tagsApi } from '../../api/tagsApi'
import type { ListControl } from '../../ui/list/useListState'
import { Badge } from '../../ui/value/Badge'
import { RecordFilter } from '../kit/RecordFilter'

/** Filters a list by one tag. */
export const TagFilter = ({ list }: { list: ListControl }) => (
  <RecordFilter
    list={list}
    name="tags"
    resource="tags"
    endpoints={tagsApi}
    noun={['tag', 'tags']}
    show={({ name, color }) => <Badge text={name} color={color} />}
  />
)
