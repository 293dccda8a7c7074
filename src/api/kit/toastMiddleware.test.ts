import { mockStore } from '../../testing/mockStore'
import { toastShown } from '../../store/toasts'
import { createToastMiddleware } from './toastMiddleware'

const messages = {
  success: { title: 'Tag', text: 'Deleted successfully.' },
  failure: { title: 'Tag', text: 'The tag could not be deleted.', exceptConflict: true },
}

const shown = (toast: object) => ({ id: expect.any(String) as string, ...toast })

/** The toasts that follow an action of a mutation. */
const toastsAfter = async (
  status: 'pending' | 'fulfilled' | 'rejected',
  payload: unknown,
  meta: object = { messages },
  originalArgs: unknown = 7,
) => {
  const store = mockStore([createToastMiddleware()], {})
  store.dispatch({
    type: `api/executeMutation/${status}`,
    payload,
    meta: { baseQueryMeta: meta, arg: { originalArgs } },
  })
  // The listener runs after the action.
  await Promise.resolve()
  return store
    .getActions()
    .filter(toastShown.match)
    .map(({ payload }) => payload)
}

describe('toasts of mutations', () => {
  it('tell of success in the words of the endpoint, and of nothing before it', async () => {
    expect(await toastsAfter('pending', undefined)).toEqual([])
    expect(await toastsAfter('fulfilled', {})).toEqual([shown({ kind: 'success', ...messages.success })])
  })

  it('[API-6] offer to undo where a record went to the trash', async () => {
    const undo = { resource: 'opportunities', id: 7 }
    expect(await toastsAfter('fulfilled', null, { messages, removes: 'opportunities' })).toEqual([
      shown({ kind: 'success', ...messages.success, undo }),
    ])
  })

  it('show the endpoint’s text of a failure first, and what the server says below', async () => {
    expect(await toastsAfter('rejected', { code: 'server_error', detail: 'Disk full.' })).toEqual([
      shown({ kind: 'error', title: 'Tag', text: 'The tag could not be deleted.', detail: 'Disk full.' }),
    ])
    const untitled = { messages: { failure: { title: 'Tag' } } }
    expect(await toastsAfter('rejected', { code: 'invalid', detail: 'Wrong.' }, untitled)).toEqual([
      shown({ kind: 'error', title: 'Tag', text: 'Wrong.' }),
    ])
  })

  it('[TRUST-6] say nothing where the form or the sign-in page does', async () => {
    expect(await toastsAfter('rejected', { code: 'stale_version', detail: 'Changed.' })).toEqual([])
    expect(await toastsAfter('rejected', { code: 'signed_out', detail: 'Signed out.' })).toEqual([])
  })
})

it('actions without messages, of queries for example, show no toast', async () => {
  expect(await toastsAfter('rejected', { code: 'server_error', detail: 'Wrong.' }, {})).toEqual([])
})
