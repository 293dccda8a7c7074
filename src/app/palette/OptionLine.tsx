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

/** The focus stays in the input, wherever the pointer is pressed. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** One option: a link where it leads somewhere, so that it can be opened in a tab of its own. */
export const OptionLine = ({ id, option, isActive, activate, close }: OptionLineProps) => {
  const { label, detail, keys } = option
  const shared = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: isActive ? 'palette-option palette-active' : 'palette-option',
    onMouseDown: keepFocus,
    // Not when the list moves below a pointer that rests.
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
