import { completedText } from './completedText'

describe('web addresses', () => {
  it.each([
    ['larkfield.example', 'https://larkfield.example'],
    [' www.larkfield.example/in/ada ', 'https://www.larkfield.example/in/ada'],
    ['larkfield.example:8443/x', 'https://larkfield.example:8443/x'],
    ['//larkfield.example', 'https://larkfield.example'],
  ])('[CON-3, ORG-3] %s gets its scheme', (typed, wanted) => {
    expect(completedText('url', typed)).toBe(wanted)
  })

  it.each([
    '',
    'http://larkfield.example',
    'HTTPS://larkfield.example',
    'ftp://larkfield.example',
    'n/a',
    'ada@larkfield.example',
    'javascript:alert(1)',
    'two words.example',
  ])('[CON-3, ORG-3] %s stays as it is', (typed) => {
    expect(completedText('url', typed)).toBe(typed)
  })
})
