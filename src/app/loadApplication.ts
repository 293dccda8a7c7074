import { persistent } from '../ui/page/persistent'

/** One file, by this name: webpack.config.js. */
export const loadApplication = persistent(() => import(/* webpackChunkName: "application" */ './application'))
