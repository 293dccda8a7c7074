import Select from 'antd/es/select'
import { tagOptions } from './tagNames'
import type { FileTags } from './uploadQueue'

interface FileTagsFieldProps {
  /** What the file is called. */
  name: string
  value: FileTags
  disabled: boolean
  change: (tags: FileTags) => void
}

/** What one file is marked as (OPN-6). */
export const FileTagsField = ({ name, value, disabled, change }: FileTagsFieldProps) => (
  <Select<FileTags>
    mode="multiple"
    className="pending-file-tags"
    aria-label={`Tags of ${name}`}
    placeholder="Tags…"
    showSearch={{ optionFilterProp: 'label' }}
    options={tagOptions}
    value={value}
    disabled={disabled}
    onChange={change}
  />
)
