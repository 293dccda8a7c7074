/* Simulates a browser's page translation. Runs in the page, so it uses nothing from outside. */

/** Wraps every text of the page in two elements, and each later text as soon as it is inserted or changed. */
export const translatePage = (): void => {
  const isSpared = (text: Text) =>
    text.data.trim() === '' || !!text.parentElement?.closest('font, script, style, textarea, [translate=no]')
  const translateIn = (root: Node) => {
    const texts: Text[] = root instanceof Text ? [root] : []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (!text.isConnected || isSpared(text)) continue
      const outer = document.createElement('font' as string)
      outer.appendChild(document.createElement('font' as string)).append(text.data)
      text.replaceWith(outer)
    }
  }
  translateIn(document.body)
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      if (type === 'characterData') translateIn(target)
      else addedNodes.forEach(translateIn)
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}

/** The used part of a React fiber. */
interface Kept {
  stateNode: unknown
  memoizedProps: unknown
  child: Kept | null
  sibling: Kept | null
}

/** Where the page's text differs from React's: the element, its text, and the expected one. */
export const textMismatches = (): string[] => {
  const found: string[] = []
  const saidBy = (element: Element) =>
    [...element.childNodes]
      .filter((node) => node instanceof Text || (node instanceof Element && node.localName === 'font'))
      .map(({ textContent }) => textContent ?? '')
      .join('')
  /** The texts of an element itself, skipping components in between. */
  const textsOf = (first: Kept | null): string => {
    let texts = ''
    for (let kept = first; kept; kept = kept.sibling)
      if (typeof kept.memoizedProps === 'string') texts += kept.memoizedProps
      // Neither an element nor a portal.
      else if (
        kept.stateNode === null ||
        !(kept.stateNode instanceof Element || 'containerInfo' in (kept.stateNode as object))
      )
        texts += textsOf(kept.child)
    return texts
  }
  const look = (first: Kept | null) => {
    for (let kept = first; kept; kept = kept.sibling) {
      look(kept.child)
      const { stateNode, memoizedProps } = kept
      // The browser writes the editor's content.
      if (stateNode instanceof HTMLElement && stateNode.isContentEditable) continue
      if (!(stateNode instanceof Element) || stateNode instanceof HTMLTextAreaElement) continue
      const { children } = memoizedProps as Record<string, unknown>
      // Markup outside of React.
      if (kept.child === null && children === undefined) continue
      const meant =
        typeof children === 'string' || typeof children === 'number' ? String(children) : textsOf(kept.child)
      const said = saidBy(stateNode)
      if (said !== meant)
        found.push(`${stateNode.localName}.${stateNode.className}: "${said}" for "${meant}"`)
    }
  }
  for (const element of document.querySelectorAll('*')) {
    const container = Object.entries(element).find(([name]) => name.startsWith('__reactContainer$'))?.[1] as
      | { stateNode: { current: Kept } | null }
      | null
      | undefined
    if (container?.stateNode) look(container.stateNode.current)
  }
  return found
}
