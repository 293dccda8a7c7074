import type { Format } from '../../contract/formats'
import { phoneLink } from '../../contract/phone'
import './text-value.css'

interface TextValueProps {
  text: string
  /** Format of the text, where it has one. */
  format?: Format | undefined
}

/** A web address for display: without its scheme and a meaningless trailing slash. */
const shortened = (address: string) => address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')

/** A text; addresses, emails and phone numbers are links. */
export const TextValue = ({ text, format }: TextValueProps) => {
  if (format === 'url')
    return (
      <a
        className="text-value"
        translate="no"
        href={text}
        title={text}
        target="_blank"
        rel="noopener noreferrer"
      >
        {shortened(text)}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    )
  if (format === 'email') {
    const at = text.lastIndexOf('@')
    return (
      <a className="text-value" translate="no" href={`mailto:${text}`}>
        {text.slice(0, at)}
        {/* Preferred line break. */}
        <wbr />
        {text.slice(at)}
      </a>
    )
  }
  return format === 'phone' ? (
    <a className="text-phone" translate="no" href={phoneLink(text)}>
      {text}
    </a>
  ) : (
    text
  )
}
