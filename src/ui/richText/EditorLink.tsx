import { CompositeDecorator, type ContentState, type DraftDecoratorComponentProps } from 'draft-js'
import { linkManners } from '../../contract/richText'
import { addressOf } from './draftContent'

const EditorLink = ({ contentState, entityKey, children }: DraftDecoratorComponentProps) => {
  const address = addressOf(contentState, entityKey ?? null)
  return address === null ? (
    <span>{children}</span>
  ) : (
    <a href={address} title={address} {...linkManners}>
      {children}
    </a>
  )
}

const isLink = (content: ContentState, key: string | null) => addressOf(content, key) !== null

/** Shows links as links while they are edited. */
export const linkDecorator = new CompositeDecorator([
  {
    strategy: (block, found, content) =>
      block.findEntityRanges((character) => isLink(content, character.getEntity()), found),
    component: EditorLink,
  },
])
