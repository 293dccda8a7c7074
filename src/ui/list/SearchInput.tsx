import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { useAppSelector } from '../../api/kit/hooks'
import { maxSearch } from '../../contract/limits'
import { problems } from '../../contract/problems'
import { Input } from '../antd/Input'
import './search-input.css'

interface SearchInputProps {
  label: string
  value: string
  change: (text: string) => void
}

const clear = {
  clearIcon: <CloseCircleFilled className="search-input-clear" aria-label="Clear" title="Clear" />,
}

/** The search of a page; '/' focuses it. A text that is too long stays, but is not sent. */
export const SearchInput = ({ label, value, change }: SearchInputProps) => {
  const hasKey = useAppSelector(({ preferences }) => preferences.singleKeys)
  const isTooLong = value.trim().length > maxSearch
  return (
    <Input
      className="search-input"
      type="search"
      autoComplete="off"
      data-key="search"
      aria-label={label}
      placeholder={label}
      aria-invalid={isTooLong}
      status={isTooLong ? 'error' : ''}
      prefix={<SearchOutlined aria-hidden />}
      allowClear={value !== '' && clear}
      suffix={
        isTooLong ? (
          <span className="search-input-problem problem" role="alert">
            {problems.tooLong(maxSearch)}
          </span>
        ) : (
          value === '' && hasKey && <kbd aria-hidden>/</kbd>
        )
      }
      value={value}
      onChange={({ target }) => change(target.value)}
    />
  )
}
