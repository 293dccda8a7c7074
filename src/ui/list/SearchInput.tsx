import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import Input, { type InputRef } from 'antd/es/input'
import { useRef } from 'react'
import { maxSearch } from '../../contract/limits'
import { useSlashKey } from './useSlashKey'
import './search-input.css'

interface SearchInputProps {
  label: string
  value: string
  change: (text: string) => void
}

/** The search of a page; '/' goes to it. */
export const SearchInput = ({ label, value, change }: SearchInputProps) => {
  const field = useRef<InputRef>(null)
  useSlashKey(field)
  return (
    <Input
      ref={field}
      className="search-input"
      type="search"
      aria-label={label}
      placeholder={label}
      prefix={<SearchOutlined aria-hidden />}
      suffix={value ? undefined : <kbd aria-hidden>/</kbd>}
      allowClear
      maxLength={maxSearch}
      value={value}
      onChange={({ target }) => change(target.value)}
    />
  )
}
