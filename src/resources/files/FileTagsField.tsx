import { ClosedPickList } from '../../ui/form/ClosedPickList'
import { tagOptions } from './fieldMeta'
import type { FileTags } from './uploadQueue'

interface FileTagsFieldProps {
  /** Name of the file. */
  name: string
  value: FileTags
  disabled: boolean
  change: (tags: FileTags) => void
}

/** The tags of one file (OPN-6). */
export const FileTagsField = ({ name, value, disabled, change }: FileTagsFieldProps) => (
  <ClosedPickList
    className="pending-file-tags"
    aria-label={`Tags of ${name}`}
    placeholder="Tags…"
    options={tagOptions}
    value={value}
    disabled={disabled}
    choose={change}
  />
)
