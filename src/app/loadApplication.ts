import { persistent } from '../ui/page/persistent'

export const loadApplication = persistent(() => import('./application'))
