import { tagsApi } from '../../api/tagsApi'
import { Badge } from '../../ui/value/Badge'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordsField } from '../../ui/form/RecordField'
import { unlimited } from '../../api/kit/queries'

/** Subscribes to all tags while a component is mounted that may show any of them, such as a wizard. */
export const useAllTags = () => {
  tagsApi.list.useQuerySubscription({ q: '', limit: unlimited, offset: 0, ordering: 'name' })
}

/** Milliseconds that the suggestions stay open after blur (OPE-4). */
const lingering = 500

/** A picker of existing tags; other texts are impossible (OPE-4). */
export const TagsField = (frame: FieldProps) => (
  <RecordsField
    {...frame}
    resource="tags"
    endpoint={tagsApi.list}
    rowEndpoint={tagsApi.row}
    labelOf={({ name }) => name.toUpperCase()}
    show={({ name, color }) => <Badge text={name} color={color} />}
    closesAfter={lingering}
    placeholder="Search tags…"
  />
)
