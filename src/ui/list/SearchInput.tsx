import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { useRef } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { maxSearch } from '../../contract/limits'
import { problems } from '../../contract/problems'
import './search-box.css'
import './search-input.css'

interface SearchInputProps {
  label: string
  value: string
  change: (text: string) => void
}

/** The search of a page; '/' focuses it. A text that is too long stays, but is not sent. */
export const SearchInput = ({ label, value, change }: SearchInputProps) => {
  const field = useRef<HTMLInputElement>(null)
  const hasKey = useAppSelector(({ preferences }) => preferences.singleKeys)
  const isTooLong = value.trim().length > maxSearch
  const clear = () => {
    change('')
    field.current?.focus()
  }
  return (
    <span className="native-input search-box search-input">
      <SearchOutlined aria-hidden />
      <input
        ref={field}
        type="search"
        autoComplete="off"
        data-key="search"
        aria-label={label}
        placeholder={label}
        aria-invalid={isTooLong}
        value={value}
        onChange={({ target }) => change(target.value)}
      />
      {value ? (
        <button type="button" aria-label="Clear" title="Clear" onClick={clear}>
          <CloseCircleFilled aria-hidden />
        </button>
      ) : (
        hasKey && <kbd aria-hidden>/</kbd>
      )}
      {isTooLong && (
        <span className="search-input-problem problem" role="alert">
          {problems.tooLong(maxSearch)}
        </span>
      )}
    </span>
  )
}
