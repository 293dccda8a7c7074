import { contract } from '../../src/contract'
import type { State } from '../captureState'
import { openDialog, retry } from './steps'

const list = '/mpg/tags'
const calls = `**${contract.tags.path}?*`

export const tagStates: readonly State[] = [
  { name: 'tags', path: list },
  { name: 'tags-none', path: list, answers: { [calls]: 'empty list' } },
  { name: 'tags-failed', path: list, answers: { [calls]: 'refusal' }, prepare: retry },
  { name: 'tag-new', path: list, prepare: openDialog('Create Tag') },
  {
    name: 'tag-edit',
    path: list,
    prepare: openDialog(/^Edit /),
  },
  {
    name: 'tag-delete',
    path: list,
    prepare: openDialog(/^Delete /),
  },
]
