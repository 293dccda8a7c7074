import { inOneLine, lineFrom, textProblem, tidyText } from './textRules'

describe('[K8, TRUST-46] a text of one line', () => {
  test.each([
    ['شركة الغاز \u202Etxt.exe', 'شركة الغاز txt.exe'],
    ['\u2066Acme\u2069 \u200EGas\u200F\u061C', 'Acme Gas'],
    ['Ac\u200Bme\u2060 G\uFEFFas\u180E', 'Acme Gas'],
    ['co\u00ADop\u034F', 'coop'],
    ['Kim\u3164', 'Kim'],
    ['a\uFE0Fb\u200Dc\u200Cd', 'abcd'],
    ['\u200B \tAcme\r\n\u200B', 'Acme'],
    ['a\u{E0041}b', 'ab'],
  ])('%j is kept as %j', (sent, kept) => {
    expect(tidyText(sent)).toBe(kept)
  })

  test.each([
    '👩\u200D👩\u200D👧\u200D👦',
    '👩🏽\u200D💻 desk',
    '🏳\uFE0F\u200D🌈',
    '❤\uFE0F',
    '1\uFE0F\u20E3',
    '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
    'می\u200Cخواهم',
    'क\u094D\u200Dष',
    'അവന\u0D4D\u200D',
    '葛\u{E0100}飾区',
    'n\u0303',
    '⠓⠊\u2800⠽⠕',
    'O’Neil — 3M',
  ])('%j stays as it is', (text) => {
    expect(tidyText(text)).toBe(text)
    expect(textProblem(text)).toBeNull()
  })

  test.each([
    ...[
      '',
      ' ',
      '\u200B',
      '\u3164',
      '\u115F',
      '\u1160',
      '\u2800',
      '\uFFA0',
      '\u0301',
      '\u00A0\u2003',
      '\u200D',
    ],
    ...['\uFE0F', '\u202E\u202C', '\u115F\u1160', '\u0300\u0345'],
  ])('%j is none', (text) => {
    expect(tidyText(text)).toBe('')
  })

  test.each([
    'a\u0007b',
    'In\nner',
    'In\tner',
    'a\rb',
    'a\u0085b',
    'a\u009Fb',
    'a\u007Fb',
    'a\u2028b',
    'a\u2029b',
  ])('%j is refused', (text) => {
    expect(textProblem(tidyText(text))).toBe('Must be one line without control characters.')
  })

  test.each(['a\0b', 'a\uD800b', '\uDC00'])('%j cannot be stored', (text) => {
    expect(textProblem(text)).toBe('Contains characters that cannot be stored.')
  })

  test('what comes from elsewhere is put into one line, as what is pasted', () => {
    expect(lineFrom('Re:\r\n\tYour \u202Eoffer\u0007\uD800')).toBe('Re: Your offer')
    expect(inOneLine('12 Mill Road\r\nErie\tPA\u2028USA')).toBe('12 Mill Road Erie PA USA')
  })
})

test('[K8] identifiers hold nothing that cannot be seen, not even what names may', () => {
  expect(tidyText('a\u200B@x.example\u200D', 'identifier')).toBe('a@x.example')
  expect(tidyText('\u202Abroker\u202C', 'identifier')).toBe('broker')
  expect(tidyText('98\u00AD-1785079\uFE0F', 'identifier')).toBe('98-1785079')
})

test('[K8] texts of several lines keep their lines, and nothing else that cannot be seen', () => {
  expect(tidyText('one\r\n\ttwo\u2028three\u202E', 'lines')).toBe('one\n\ttwo\nthree')
  expect(textProblem('one\n\ttwo', 'lines')).toBeNull()
  expect(textProblem('one\u0007', 'lines')).toBe('Contains control characters.')
})

test('[K8] secrets stay as they are', () => {
  expect(tidyText('pass\u200Bword\u0007', 'exact')).toBe('pass\u200Bword\u0007')
  expect(textProblem('pass\u200Bword\u0007', 'exact')).toBeNull()
})
