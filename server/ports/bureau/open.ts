import type { Config } from '../../config'
import type { Outside } from '../outside'
import type { Bureau } from '.'
import { experianBureau } from './experian'
import { registryBureau } from './registry'

/** The bureau that is configured, or the made-up one of every installation. */
export const openBureau = ({ bureau }: Pick<Config, 'bureau'>, outside: Outside): Bureau =>
  bureau === null ? registryBureau() : experianBureau(bureau, outside)
