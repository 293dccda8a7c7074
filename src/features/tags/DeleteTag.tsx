import { useOpportunitiesListQuery } from '../../api/opportunitiesApi'
import { useRemoveTagMutation } from '../../api/tagsApi'
import type { Row } from '../../contract'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'
import { counted } from '../../ui/numbers'

interface DeleteTagProps {
  tag: Row<'tags'>
  close: () => void
}

/** Asks before a tag is deleted, and says on how many opportunities it stands. */
export const DeleteTag = ({ tag: { tag_id, name }, close }: DeleteTagProps) => {
  const [remove] = useRemoveTagMutation()
  const { data } = useOpportunitiesListQuery({
    q: '',
    limit: 1,
    offset: 0,
    ordering: 'opportunity_name',
    tags: tag_id,
  })
  return (
    <DeleteDialog
      title="Delete Tag"
      name={name}
      remove={() => remove(tag_id).unwrap()}
      done={close}
      cancel={close}
    >
      {data &&
        (data.count === 0
          ? 'is not in use.'
          : `is on ${counted(data.count, 'opportunity', 'opportunities')}.`)}
    </DeleteDialog>
  )
}
