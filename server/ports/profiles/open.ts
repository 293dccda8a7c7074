import type { Config } from '../../config'
import type { ExternalSystems } from '../outside'
import type { ProfileFetcher } from '.'
import { builtInProfiles } from './builtIn'
import { remoteProfiles } from './remote'

/** The configured fetcher, or the built-in one. */
export const openProfiles = (
  { profileFetcher }: Pick<Config, 'profileFetcher'>,
  outside: ExternalSystems,
): ProfileFetcher => (profileFetcher === null ? builtInProfiles() : remoteProfiles(profileFetcher, outside))
