import { useRows } from '../../api/kit/hooks'
import { Badge } from '../../ui/value/Badge'

interface TagBadgesProps {
  ids: readonly number[]
  /** Where there is one line for them: so many are shown, and the number of the others. */
  atMost?: number
}

/** Tags as coloured badges, upper-case (OPL-2). */
export const TagBadges = ({ ids, atMost = Infinity }: TagBadgesProps) => {
  const tags = useRows('tags', ids)
  if (tags.length === 0) return null
  const others = tags.slice(atMost).map(({ name }) => name.toUpperCase())
  return (
    <span className={atMost === Infinity ? 'badges' : 'badges badges-line'}>
      {tags.slice(0, atMost).map(({ tag_id, name, color }) => (
        <Badge key={tag_id} text={name} color={color} />
      ))}
      {others.length > 0 && (
        <span className="badges-more" title={others.join(', ')}>
          +{others.length}
          <span className="visually-hidden">: {others.join(', ')}</span>
        </span>
      )}
    </span>
  )
}
