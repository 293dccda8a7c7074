import { copyRows } from './copiedRows'

const page = `
  <p id="before">Opportunities</p>
  <div class="table-view"><table><thead><tr>
    <th><button>Name<svg></svg></button></th><th>Tags</th><th>Volume</th><th>Due</th><th><span class="visually-hidden">Actions</span></th>
  </tr></thead><tbody><tr aria-hidden="true"><td>Name</td><td>Tags</td></tr>
    <tr><td><div class="cell"><a href="/1">Alpha &amp; <i style="display: inline">Be</i>ta</a></div></td><td></td><td>42,900 <span>dth</span></td><td><div>May 03, 2027</div><div>05:00 PM</div></td><td><button>Edit</button></td></tr>
    <tr id="second"><td><div>Gamma</div></td><td><div><span style="display: inline-block">NEW</span><span style="display: inline-block">HOT, <b>2</b></span></div></td><td></td><td></td><td></td></tr>
    <tr id="third"><td>Delta</td><td><span data-copied="A, B, C"><span>A</span><button>+2</button></span></td><td></td><td></td><td></td></tr>
  </tbody></table></div>
  <p id="after">Showing 3</p><input id="field">`

const at = (selector: string): Node => {
  const found = document.querySelector(selector)
  if (!found) throw new Error(selector)
  return found
}

/** Copies from the start of one node to the end of another, and returns the clipboard. */
const copied = (from: Node, to: Node, end = to.childNodes.length, target: Node = document.body) => {
  document.getSelection()?.setBaseAndExtent(from, 0, to, end)
  const clipboard = new Map<string, string>()
  const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
    clipboardData: { setData: (type: string, text: string) => clipboard.set(type, text) },
  })
  document.addEventListener('copy', copyRows as EventListener, { once: true })
  target.dispatchEvent(event)
  return { text: clipboard.get('text/plain'), html: clipboard.get('text/html') ?? '', event }
}

describe('what is copied of a table', () => {
  beforeEach(() => {
    document.body.replaceChildren(...new DOMParser().parseFromString(page, 'text/html').body.childNodes)
  })

  it('[K17] is a line for each row with a tab for each cell, and a table of HTML', () => {
    const { text, html } = copied(at('tbody'), at('#second'))
    expect(text).toBe(
      ['Alpha & Beta\t\t42,900 dth\tMay 03, 2027 05:00 PM\t', 'Gamma\tNEW HOT, 2\t\t\t'].join('\n'),
    )
    expect(html).toContain('<table><tbody><tr><td>Alpha &amp; Beta</td><td></td><td>42,900 dth</td>')
  })

  it('[K17] holds the heads where they are selected, without what is only pressed', () => {
    expect(copied(at('thead'), at('#second')).text).toMatch(/^Name\tTags\tVolume\tDue\tActions\nAlpha/)
  })

  it('[K17] leaves out the row at whose beginning a selection ends', () => {
    expect(copied(at('tbody'), at('#third td'), 0).text?.split('\n')).toHaveLength(2)
  })

  it('[K17] keeps empty cells of a single row, and no more cells than are selected', () => {
    expect(copied(at('#third'), at('#third')).text).toBe('Delta\tA, B, C\t\t\t')
    expect(copied(at('#second td:nth-child(1)'), at('#second td:nth-child(2)')).text).toBe(
      'Gamma\tNEW HOT, 2',
    )
  })

  it('[K17] keeps what stands around the table', () => {
    const { text } = copied(at('#before'), at('#after'))
    expect(text).toMatch(/^Opportunities\nName\tTags[^]*\nDelta\tA, B, C\t\t\t\nShowing 3$/)
  })

  it('leaves the text of one cell, of an input and of no table to the browser', () => {
    expect(copied(at('#second td'), at('#second td')).event.defaultPrevented).toBe(false)
    expect(copied(at('#before'), at('#before')).event.defaultPrevented).toBe(false)
    expect(copied(at('tbody'), at('#second'), undefined, at('#field')).event.defaultPrevented).toBe(false)
  })
})
