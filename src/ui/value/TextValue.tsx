import type { Format } from '../../contract/formats'
import './text-value.css'

interface TextValueProps {
  text: string
  /** What the text has to look like, where it says so. */
  format?: Format | undefined
}

/** A web address as people read it: without its scheme, and without a slash that says nothing. */
const shortened = (address: string) => address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')

/** A text; one that leads somewhere is a link: to a page, a mailbox, a telephone. */
export const TextValue = ({ text, format }: TextValueProps) => {
  if (format === 'url')
    return (
      <a className="text-value" href={text} title={text} target="_blank" rel="noopener noreferrer">
        {shortened(text)}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    )
  if (format === 'email') {
    const at = text.lastIndexOf('@')
    return (
      <a className="text-value" href={`mailto:${text}`}>
        {text.slice(0, at)}
        {/* Where it has no room on one line, it breaks here first. */}
        <wbr />
        {text.slice(at)}
      </a>
    )
  }
  // Numbers are North American (part 2 §5), and dialled from anywhere.
  return format === 'phone' ? (
    <a className="text-phone" href={`tel:+1-${text}`}>
      {text}
    </a>
  ) : (
    text
  )
}
