import { foldSearched } from './fold'
import { searchMatcher, searchTerms } from './searchTerms'

test.each([
  ['O’Neil', "O'Neil"],
  ['O‘Neil', 'O´Neil'],
  ['Oʼneil', 'O`neil'],
  ['“x” „y‟', '"x" "y"'],
  ['a – b — c − d ‑ e', 'a - b - c - d - e'],
  ['ﬁne Ærø œuvre Straße', 'FINE AERO OEUVRE STRASSE'],
  ['Łódź Đurić Þór', 'lodz duric thor'],
  ['ＦＵＬＬ－ｗｉｄｔｈ　１２', 'full-width 12'],
  ['no\u00a0break\u2009and   more', 'no break and more'],
  ['zero\u200bwidth\u00adsigns', 'zerowidthsigns'],
  ['9½', '91/2'],
])('[K3] %p is searched as %p', (one, other) => {
  expect(foldSearched(one)).toBe(foldSearched(other))
  expect(foldSearched(foldSearched(one))).toBe(foldSearched(one))
})

test.each([
  ['', null],
  [' \u00a0 ', null],
  ['Abbott Colleen', { all: ['abbott', 'colleen'] }],
  ['Abbott, Colleen,', { all: ['abbott', 'colleen'] }],
  ['a ab abc abc', 'abc'],
  ['center - 2028', { all: ['center', '2028'] }],
  ['-', '-'],
  [',', ','],
  ['1,016 Mill', { all: ['1,016', 'mill'] }],
  ['"mill avenue" erie', { all: ['mill avenue', 'erie'] }],
  ['\\ "sure', { all: ['\\', '"sure'] }],
  ['""', '""'],
  ['AT&T 100%', { all: ['at&t', '100%'] }],
])('[K3] %p asks for %j', (q, terms) => {
  expect(searchTerms(q)).toEqual(terms)
})

test.each([
  ['98-1785079', ['98-1785079'], true],
  ['981785079', ['98-1785079'], true],
  ['98 1785079', ['981785079'], true],
  ['+1 (212) 555-0100', ['212-555-0100'], true],
  ['212.555.0100', ['212-555-0100'], true],
  ['020 7946 0000', ['+44 20 7946 0000'], true],
  ['0044 (0)20 7946 0000', ['+44 20 7946 0000'], true],
  ['212 555 0100 ext. 12', ['212-555-0100 x12'], true],
  ['Colleen Abbott', ['Abbott', 'Colleen'], true],
  ['oneil', ['O’Neil'], false],
  ['212-555-0101', ['212-555-0100'], false],
  ['', [], true],
])('[K3] a list that is known as a whole: %p and %p', (q, texts, isFound) => {
  expect(searchMatcher(q)(texts)).toBe(isFound)
})
