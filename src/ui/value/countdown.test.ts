import { countdownTo } from './countdown'

const minutes = (count: number) => count * 60_000

describe('[QUO-5] the time until a moment', () => {
  it.each([
    [minutes(134), '2 h 14 min', false],
    [minutes(60), '1 h 0 min', false],
    [minutes(60) - 1, '59 min', true],
    [minutes(1), '1 min', true],
    [minutes(1) - 1, '60 s', true],
    [1, '1 s', true],
    [minutes(27 * 60), '1 d 3 h', false],
  ])('of %i ms is “%s”', (left, text, isUrgent) => {
    expect(countdownTo(1_000, 1_000 + left)).toEqual({ text, isUrgent, isOver: false })
  })

  it('is over at the moment itself', () => {
    expect(countdownTo(5, 5)).toMatchObject({ isOver: true })
    expect(countdownTo(6, 5)).toMatchObject({ isOver: true })
  })
})
