import { contract, type ResourceName } from '../../contract'
import type { Resource } from '../../contract/fields'
import { TeamLock } from './TeamLock'

/** Metadata of the team that a record is limited to (TEAM-5, TEAM-6). */
export const teamFieldMeta = (resource: ResourceName) => {
  const { title, namedWhenHidden }: Resource = contract[resource]
  const whole = `Only its members and administrators see the ${title.toLowerCase()}, and all below it.`
  return {
    label: 'Limited to team',
    heading: 'Team',
    help: namedWhenHidden ? `${whole} Others see its name where other records have it.` : whole,
    show: ({ team_id }: Readonly<{ team_id?: unknown }>) =>
      typeof team_id === 'number' && <TeamLock id={team_id} />,
  }
}

/** The fields that a page shows: the team only of a record that is limited to one, as most are not (TEAM-5). */
export const shownFields = <Name extends string>(
  names: readonly Name[],
  team: number | null | undefined,
): readonly Name[] => (typeof team === 'number' ? names : names.filter((name) => name !== 'team_id'))
