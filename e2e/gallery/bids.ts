import { contract } from '../../src/contract'
import type { State } from '../captureState'
import type { Shown } from './shown'
import { loading, openDialog, retry, saveTooEarly } from './steps'

export const bidStates = ({ deal, bid }: Shown): readonly State[] => {
  const record = `/mpg/opportunities/${deal}`
  const one = `${record}/bid/${bid}`
  const calls = `**${contract.bids.path}${bid}/*`
  return [
    { name: 'bids', path: '/mpg/bids' },
    { name: 'bid', path: one },
    { name: 'bid-months', path: one, prepare: (page) => page.getByText('Month by month').click() },
    { name: 'bid-loading', path: one, answers: { [calls]: 'nothing' }, prepare: loading },
    { name: 'bid-failed', path: one, answers: { [calls]: 'refusal' }, prepare: retry },
    { name: 'bid-files', path: `${one}?tab=files` },
    { name: 'bid-delete', path: one, prepare: openDialog('Delete') },
    { name: 'bid-new', path: `${record}/bid/new` },
    {
      name: 'bid-new-wrong',
      path: `${record}/bid/new`,
      prepare: saveTooEarly,
    },
    { name: 'bid-edit', path: `${one}/edit-from-bid` },
  ]
}
