/**
 * A browser that translates a page replaces React's text nodes with elements of its own (`font`). React keeps using the
 * detached text nodes: it removes them, inserts nodes before them and writes into them. The patched DOM methods
 * redirect these operations to the replacement: it is removed with its text, and when the text changes, the text node
 * itself is restored, to be translated again.
 */

/** The replacement of each text node. */
const standIns = new WeakMap<Node, Element>()
/** Elements that are a replacement already. */
const taken = new WeakSet<Node>()

const isStandIn = (node: Node | null): node is Element => node instanceof Element && node.localName === 'font'

const rewritten = new MutationObserver((records) => {
  for (const { target } of records) {
    const standIn = standIns.get(target)
    standIns.delete(target)
    if (standIn?.isConnected && !target.isConnected) standIn.replaceWith(target)
  }
})

const learn = (records: readonly MutationRecord[]) => {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.isConnected) continue
      const standIn = [...addedNodes, nextSibling, previousSibling].find(
        (node): node is Element => isStandIn(node) && !taken.has(node),
      )
      if (!standIn) continue
      taken.add(standIn)
      standIns.set(text, standIn)
      rewritten.observe(text, { characterData: true })
    }
  }
}

const translated = new MutationObserver(learn)

/** The child of a parent that is the node, its replacement, or a wrapper around it. */
const placeIn = (parent: Node, node: Node): Node | null => {
  if (node.parentNode === parent) return node
  learn(translated.takeRecords())
  let place: Node | null = standIns.get(node) ?? node
  while (place && place.parentNode !== parent) place = place.parentNode
  return place
}

/** Makes React work in a page that the browser translates. */
export const guardTranslation = (root: Node) => {
  const { removeChild, insertBefore, appendChild } = Node.prototype
  const withoutStandIn = <N extends Node>(node: N): N => {
    const standIn = standIns.get(node)
    standIns.delete(node)
    standIn?.remove()
    return node
  }
  Node.prototype.removeChild = function <N extends Node>(this: Node, child: N): N {
    const place = placeIn(this, child)
    if (place) removeChild.call(this, place)
    standIns.delete(child)
    return child
  }
  Node.prototype.insertBefore = function <N extends Node>(this: Node, node: N, before: Node | null): N {
    const place = before && placeIn(this, before)
    return insertBefore.call(this, withoutStandIn(node), place) as N
  }
  Node.prototype.appendChild = function <N extends Node>(this: Node, node: N): N {
    return appendChild.call(this, withoutStandIn(node)) as N
  }
  translated.observe(root, { childList: true, subtree: true })
}
