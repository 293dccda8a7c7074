import { useRows } from '../../api/kit/hooks'
import { Badge } from '../../ui/value/Badge'
import { FittingBadges } from '../../ui/value/FittingBadges'

interface TagBadgesProps {
  ids: readonly number[]
  /** In a table cell: as many as fit are shown, with the number of the others. */
  inCell?: boolean
}

/** Tags as coloured badges, upper-case (OPL-2). */
export const TagBadges = ({ ids, inCell = false }: TagBadgesProps) => {
  const tags = useRows('tags', ids)
  if (tags.length === 0) return null
  if (inCell) {
    const items = tags.map(({ tag_id, name, color }) => ({ key: tag_id, text: name.toUpperCase(), color }))
    return <FittingBadges noun="tags" items={items} />
  }
  return (
    <span className="badges">
      {tags.map(({ tag_id, name, color }) => (
        <Badge key={tag_id} text={name} color={color} />
      ))}
    </span>
  )
}
