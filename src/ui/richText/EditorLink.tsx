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
const linkDecorator: DraftDecoratorType = {
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

const Marked = ({ children }: DraftDecoratorComponentProps) => <mark>{children}</mark>

/** No entity has this key. */
const markKey = 'mark'

/** Renders links, and marks what a global pattern finds. */
export const decoratorOf = (pattern: RegExp | undefined): DraftDecoratorType => {
  if (!pattern) return linkDecorator
  return {
    getDecorations: (block, content) => {
      const links = linkDecorator.getDecorations(block, content)
      const found = [...block.getText().matchAll(pattern)].map(({ index, 0: { length } }) => [
        index,
        index + length,
      ])
      if (found.length === 0) return links
      const isFound = (at: number) => found.some(([start = 0, end = 0]) => at >= start && at < end)
      return links.map((key, at = 0) => (isFound(at) ? markKey : (key as string))) as typeof links
    },
    getComponentForKey: (key) => (key === markKey ? Marked : EditorLink),
    getPropsForKey: () => ({}),
  }
}
