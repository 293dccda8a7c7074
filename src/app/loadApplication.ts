import { persistent } from '../ui/page/persistent'

/** One chunk of this name: webpack.config.js. */
export const loadApplication = persistent(() => import(/* webpackChunkName: "application" */ './application'))
