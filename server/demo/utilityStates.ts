import { staffIds } from './accounts'
import type { DemoRow } from './rows'
import { setUpStamps } from './stamps'
import { stateId } from './states'
import { utilityWords } from './wordLists/utilities'
import { randomFor, type World } from './world'

const services = utilityWords.flatMap(({ service, states, closed = [] }, index) =>
  [...states, ...closed].map((state) => ({
    name: service,
    status: closed.includes(state) ? ('inactive' as const) : ('active' as const),
    utility: index + 1,
    state: stateId(state),
  })),
)

export const utilityStateCount = services.length

const activeByState = new Map<number, number[]>()
for (const [index, { state, status }] of services.entries())
  if (status === 'active') activeByState.set(state, [...(activeByState.get(state) ?? []), index + 1])

/** The ids of the services available in a state. */
export const activeServices = (state: string): readonly number[] => activeByState.get(stateId(state)) ?? []

/** The service at an index; ids count from 1. */
export function utilityStateAt(world: World, index: number): DemoRow<'utilityStates'> {
  const service = services[index]
  if (!service) throw new RangeError(`There is no demo service ${index}.`)
  const stamps = setUpStamps(randomFor(world, 'utility_states', index), world, staffIds, 383)
  const enrollment =
    index % 2 === 0
      ? ({ enrollment_rule: 'days_before', enrollment_days: 15 } as const)
      : ({ enrollment_rule: 'prior_month_business_day', enrollment_days: 10 } as const)
  return { utility_state_id: index + 1, ...service, ...enrollment, ...stamps }
}
