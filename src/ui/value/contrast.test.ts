import fc from 'fast-check'
import { contrast, textOn } from './contrast'

describe('contrast', () => {
  it('is 21 between black and white, 1 between equals', () => {
    expect(contrast('#000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#1d4ed8', '#1D4ED8')).toBe(1)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  it('of a badge’s text is at least 4.5 on any colour', () => {
    const color = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(color, (background) => {
        const text = textOn(background)
        return text !== null && (contrast(text, background) ?? 0) >= 4.5
      }),
      { numRuns: 5000 },
    )
  })

  it.each(['', 'red', '#12', '#12345g', '#1234567', 'url(x)'])(
    'knows no text for %j, which is no colour',
    (value) => {
      expect(textOn(value)).toBeNull()
      expect(contrast(value, '#fff')).toBeNull()
    },
  )
})
