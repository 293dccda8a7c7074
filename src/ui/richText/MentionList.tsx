import type { Mention } from './mentions'

interface MentionListProps {
  id: string
  mentions: readonly Mention[]
  /** The index of the one that Enter takes. */
  active: number
  choose: (mention: Mention) => void
}

/** The id of an option, for the editor that keeps the focus. */
export const mentionId = (id: string, index: number): string => `${id}-${index}`

/** Users whose names complete what is typed after an @; the keys are handled by the editor. */
export const MentionList = ({ id, mentions, active, choose }: MentionListProps) => (
  <div id={id} role="listbox" aria-label="Users" className="mention-list">
    {mentions.map((mention, index) => (
      <div
        key={mention.name}
        id={mentionId(id, index)}
        role="option"
        aria-selected={index === active}
        tabIndex={-1}
        className="option-line"
        // The editor keeps the focus.
        onMouseDown={(event) => {
          event.preventDefault()
          choose(mention)
        }}
      >
        <span translate="no">{mention.name}</span>
        <span className="quiet" translate="no">
          {mention.hint}
        </span>
      </div>
    ))}
  </div>
)
