import { useRows } from '../../api/hooks'
import { Badge } from '../../ui/Badge'

/** Tags as coloured badges, upper-case (OPL-2). */
export const TagBadges = ({ ids }: { ids: readonly number[] }) => {
  const tags = useRows('tags', ids)
  if (tags.length === 0) return null
  return (
    <span className="badges">
      {tags.map(({ tag_id, name, color }) => (
        <Badge key={tag_id} text={name} color={color} />
      ))}
    </span>
  )
}
