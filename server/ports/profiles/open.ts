import type { Config } from '../../config'
import type { Outside } from '../outside'
import type { ProfileFetcher } from '.'
import { builtInProfiles } from './builtIn'
import { remoteProfiles } from './remote'

/** The fetcher that is configured, or the one of every installation. */
export const openProfiles = (
  { profileFetcher }: Pick<Config, 'profileFetcher'>,
  outside: Outside,
): ProfileFetcher => (profileFetcher === null ? builtInProfiles() : remoteProfiles(profileFetcher, outside))
