import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import { Button } from '../../ui/antd/Button'
import { opportunitiesApi } from '../../api/opportunitiesApi'
import { useSeenIds } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { useOfferedDialogs, useOpenDialog } from '../../resources/frameDialogs'
import { RecordActions } from '../../resources/kit/RecordActions'
import { SendMessageButton } from '../../resources/messages/SendMessageButton'
import { opportunityPaths, type OpportunityTab } from '../../resources/opportunities/paths'
import { lazyDialog } from '../../ui/dialog/lazyDialog'

const DeleteOpportunity = lazyDialog(async () => (await import('./DeleteOpportunity')).DeleteOpportunity)

interface DetailActionsProps {
  opportunity: Row<'opportunities'>
  /** The neighbours open at the same tab. */
  tab: OpportunityTab
}

/** The actions and links of an opportunity's page (OPD-2); a meeting is linked to it (SCH-1), a message takes its values (MAIL-5). */
export const DetailActions = ({ opportunity, tab }: DetailActionsProps) => {
  const { opportunity_id: id } = opportunity
  const organizations = useSeenIds('organizations', opportunity.organizations)
  const organization = organizations.length === 1 ? organizations[0] : undefined
  const open = useOpenDialog()
  const offered = useOfferedDialogs()
  return (
    <>
      {offered.includes('meeting') && (
        <Button
          icon={<TeamOutlined aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => open('meeting', { deal: id })}
        >
          Schedule Meeting
        </Button>
      )}
      {offered.includes('message') && (
        <SendMessageButton onClick={() => open('message', { about: { opportunity: id, organization } })} />
      )}
      <RecordActions
        resource="opportunities"
        endpoint={opportunitiesApi.endpoints.opportunitiesList}
        id={id}
        nameOf={({ opportunity_name }) => opportunity_name}
        pathOf={(other) => opportunityPaths.tab(other, tab)}
        edit={opportunityPaths.edit(id)}
        remove={(close) => <DeleteOpportunity opportunity={opportunity} close={close} />}
      />
    </>
  )
}
