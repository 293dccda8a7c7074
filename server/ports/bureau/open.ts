import type { Config } from '../../config'
import type { ExternalSystems } from '../outside'
import type { Bureau } from '.'
import { experianBureau } from './experian'
import { registryBureau } from './registry'

/** The configured bureau, or the built-in one with fictitious businesses. */
export const openBureau = ({ bureau }: Pick<Config, 'bureau'>, outside: ExternalSystems): Bureau =>
  bureau === null ? registryBureau() : experianBureau(bureau, outside)
