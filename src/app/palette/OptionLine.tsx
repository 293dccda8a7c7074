import type { MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import { isPlainClick } from '../../ui/page/isPlainClick'
import type { Option } from './option'

interface OptionLineProps {
  id: string
  option: Option
  isActive: boolean
  activate: () => void
  close: () => void
}

/** Keeps the focus in the input on a press. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** An option: a link where it has a path, so that it can be opened in a new tab. */
export const OptionLine = ({ id, option, isActive, activate, close }: OptionLineProps) => {
  const { label, detail, keys } = option
  const shared = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: isActive ? 'palette-option palette-active' : 'palette-option',
    onMouseDown: keepFocus,
    // Not on scrolling below a resting pointer.
    onPointerMove: isActive ? undefined : activate,
    children: (
      <>
        <span className="palette-label">{label}</span>
        {detail && <span className="palette-detail quiet">{detail}</span>}
        {keys && (
          <span className="palette-keys" aria-hidden>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
        )}
      </>
    ),
  }
  return 'to' in option ? (
    <Link
      {...shared}
      to={option.to}
      state={option.state}
      onClick={(event) => {
        if (isPlainClick(event)) close()
      }}
    />
  ) : (
    <button {...shared} type="button" onClick={option.run} />
  )
}
