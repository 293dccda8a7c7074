import { useMemo } from 'react'
import { sanitizeRichText } from './sanitize'
import './rich-text.css'

/** Shows stored rich text, sanitized again in spite of the server's sanitizing (TRUST-1, TRUST-2). */
export const RichText = ({ html }: { html: string }) => {
  const clean = useMemo(() => ({ __html: sanitizeRichText(html) }), [html])
  return <div className="rich-text" dangerouslySetInnerHTML={clean} />
}
