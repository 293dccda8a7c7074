import { broughtPhone, changedPhone, type Typing } from './phoneMask'

/**
 * '713-5
 * 55' is a text with the caret at '
 * '.
 */
const typing = (drawn: string): Typing => ({ text: drawn.replace('|', ''), caret: drawn.indexOf('|') })
const drawn = ({ text, caret }: Typing) => `${text.slice(0, caret)}|${text.slice(caret)}`

describe('a key in a phone field', () => {
  it.each([
    ['sets the first dash', '713', '7135|', '713-5|'],
    ['leaves a local number as it is', '713-555', '713-5550|', '713-5550|'],
    ['sets the second dash once there are more digits', '713-5550', '713-55501|', '713-555-01|'],
    ['begins a number of elsewhere', '', '+|', '+|'],
    ['begins an extension', '713-555-0142', '713-555-0142 |', '713-555-0142 |'],
    ['begins one without a space', '713-555-0142', '713-555-0142x|', '713-555-0142x|'],
    ['takes a dash that is typed', '713', '713-|', '713|'],
    ['leaves out letters', '713', '713a|', '713|'],
    ['has no room for more', '713-555-0142', '713-555-01423|', '713-555-0142|'],
    ['has no room in the middle either', '713-555-0142', '713-59|55-0142', '713-5|55-0142'],
    ['drops a country code once it shows', '171-355-5014', '171-355-50142|', '713-555-0142|'],
    ['keeps the caret while digits move', '715-550-142', '713|5-550-142', '713|-555-0142'],
    ['moves the dashes when a digit goes', '713-555-0142', '71|-555-0142', '71|5-550-142'],
    ['deletes the digit before a dash', '713-555-0142', '713|555-0142', '71|5-550-142'],
    ['deletes a selection over a dash', '713-555', '7|55', '7|55'],
    ['replaces everything that is selected', '713-555-0142', '2|', '2|'],
    ['empties the field', '7', '|', '|'],
  ])('[CON-3, K14] %s', (_what, before, after, wanted) => {
    expect(drawn(changedPhone(before, typing(after)))).toBe(wanted)
  })

  it('[CON-3] deletes the digit behind a dash, forward', () => {
    expect(drawn(changedPhone('713-555-0142', { ...typing('713|555-0142'), forward: true }))).toBe(
      '713|-550-142',
    )
  })
})

describe('several characters at once in a phone field', () => {
  it.each([
    [
      'a whole number takes the place of what was there',
      '713-9+1 (281) 555-0199',
      '+1 (281) 555-0199',
      '281-555-0199',
    ],
    ['a part is put together with the rest', '713-5550142', '0142', '713-555-0142'],
    ['a number of elsewhere is taken', ' +44 (0)20 7946-0958', ' +44 (0)20 7946-0958', '+44 20 7946 0958'],
    ['an extension is taken', '(713) 555-0142 ext. 12', '(713) 555-0142 ext. 12', '713-555-0142 x12'],
    ['what lacks its area stays as it is', '555-0142', '555-0142', '555-0142'],
    ['and so does what is no number at all', 'ask the desk', 'ask the desk', 'ask the desk'],
  ])('[CON-3] %s', (_what, text, pasted, wanted) => {
    expect(broughtPhone(text, pasted).text).toBe(wanted)
  })

  it('[CON-3] a browser fills in numbers of any form', () => {
    expect(changedPhone('', typing('+17135550142|')).text).toBe('713-555-0142')
  })

  it('[CON-3] what is no ten digits is edited as any text', () => {
    expect(drawn(changedPhone('713-555-0142 x12', typing('713-555-0142 x|2')))).toBe('713-555-0142 x|2')
    expect(drawn(changedPhone('713-555-0142 x', typing('713-555-0142 |')))).toBe('713-555-0142 |')
    expect(drawn(changedPhone('+4', typing('+44|')))).toBe('+44|')
  })
})
