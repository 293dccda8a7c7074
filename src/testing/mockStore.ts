import type { Middleware } from '@reduxjs/toolkit'
import createMockStore from 'redux-mock-store'

/**
 * A store without reducers that records the actions it gets, for middlewares and listeners.
 * @param state the state, or a function that computes it from the recorded actions.
 */
export const mockStore = <S extends object>(
  middlewares: readonly Middleware<object, S>[],
  state: S | ((actions: readonly unknown[]) => S),
) =>
  // Its types are those of Redux 4.
  // oxlint-disable-next-line typescript/no-deprecated -- in favour of the real store, which all other tests have
  createMockStore<S>(middlewares as never[])(state)
