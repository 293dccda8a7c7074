import { tagsApi } from '../../api/tagsApi'
import { Badge } from '../../ui/value/Badge'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordsField } from '../../ui/form/RecordField'

/** Milliseconds that the suggestions stay once the field has been left (OPE-4). */
const lingering = 500

/** Tags out of those that there are; nothing else can be typed (OPE-4). */
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
