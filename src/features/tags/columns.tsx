import type { Row } from '../../contract'
import { Badge } from '../../ui/Badge'
import type { Column } from '../../ui/columns'
import { DateText } from '../../ui/DateText'
import { RowActions } from '../../ui/RowActions'

type Tag = Row<'tags'>

interface TagActions {
  edit: (tag: Tag) => void
  remove: (tag: Tag) => void
}

/** The tags screen, left to right (TAG-1). */
export const columns = ({ edit, remove }: TagActions): readonly Column<Tag>[] => [
  {
    key: 'name',
    title: 'Name',
    sortable: true,
    isName: true,
    width: '24%',
    show: ({ name, color }) => <Badge text={name} color={color} />,
  },
  { key: 'color', title: 'Color', sortable: true, width: '12%', show: ({ color }) => color },
  { key: 'description', title: 'Description', sortable: true, show: ({ description }) => description },
  {
    key: 'modified_at',
    title: 'Modified At',
    sortable: true,
    width: '16%',
    show: ({ modified_at }) => <DateText value={modified_at} format="moment" />,
  },
  {
    key: 'actions',
    title: 'Actions',
    width: '96px',
    stays: true,
    show: (tag) => <RowActions name={tag.name} edit={() => edit(tag)} remove={() => remove(tag)} />,
  },
]
