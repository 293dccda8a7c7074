import type { ContentState, DraftDecoratorComponentProps, DraftDecoratorType } from 'draft-js'
import { linkAttributes } from '../../contract/richText'
import { addressOf } from './draftContent'

const EditorLink = ({ contentState, entityKey, children }: DraftDecoratorComponentProps) => {
  const address = addressOf(contentState, entityKey ?? null)
  return address === null ? (
    <span>{children}</span>
  ) : (
    <a href={address} title={address} {...linkAttributes}>
      {children}
    </a>
  )
}

const isLink = (content: ContentState, key: string | null) => addressOf(content, key) !== null

/**
 * Renders links in the editor. Not draft-js's CompositeDecorator, which rebuilds a list for each typed character, the
 * slowest operation in a long paragraph; this one reads the characters on demand.
 */
export const linkDecorator: DraftDecoratorType = {
  getDecorations: (block, content) =>
    block
      .getCharacterList()
      .toSeq()
      .map((character) => {
        const key = character?.getEntity() as string | null | undefined
        return key && isLink(content, key) ? key : null
      }) as unknown as ReturnType<DraftDecoratorType['getDecorations']>,
  getComponentForKey: () => EditorLink,
  getPropsForKey: () => ({}),
}
