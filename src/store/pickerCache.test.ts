import type { Participant } from '../contract/session'
import { maxParticipants, participantsLoaded, pickerCache } from './pickerCache'

const people = (from: number, count: number): Participant[] =>
  Array.from({ length: count }, (_, index) => ({
    id: from + index,
    email: `person${from + index}@basin.example`,
    first_name: null,
    last_name: null,
  }))

const idsOf = (...loads: Participant[][]) =>
  loads
    .reduce(
      (state, load) => pickerCache(state, participantsLoaded(load)),
      pickerCache(undefined, { type: 'start' }),
    )
    .participants.map(({ id }) => id)

describe('the people that pick lists begin with', () => {
  it('[AUTH-15] are those seen last, each once', () => {
    expect(idsOf(people(1, 3), people(3, 2))).toEqual([3, 4, 1, 2])
  })

  it('[AUTH-15] are at most 500', () => {
    const kept = idsOf(people(1, 400), people(1_001, 200))
    expect(kept).toHaveLength(maxParticipants)
    expect([kept[0], kept[199], kept[200], kept.at(-1)]).toEqual([1_001, 1_200, 1, 300])
  })
})
