import { aside, frameDialog, type Feature } from '../feature'

/** SHELL-6 */
export const help: Feature = {
  routes: [],
  dialogs: [frameDialog('help', 'Help', () => import('./FrameDialog'), 'menu')],
  Aside: aside(() => import('./Chat')),
}
