import BoldOutlined from '@ant-design/icons/es/icons/BoldOutlined'
import ItalicOutlined from '@ant-design/icons/es/icons/ItalicOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import OrderedListOutlined from '@ant-design/icons/es/icons/OrderedListOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import UnderlineOutlined from '@ant-design/icons/es/icons/UnderlineOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import { useState, type ComponentType, type KeyboardEvent } from 'react'
import { isPlainKey } from '../page/keyboardEvents'

/** The commands of the toolbar. */
export type ToolName = 'bold' | 'italic' | 'underline' | 'bulleted' | 'numbered' | 'link' | 'undo' | 'redo'

export interface ToolState {
  /** For toggle tools. */
  isOn?: boolean
  isDisabled?: boolean
}

interface Tool {
  name: ToolName
  label: string
  Icon: ComponentType<{ 'aria-hidden': true }>
  /** The shortcut's key, with Ctrl or ⌘ on a Mac. */
  key?: string
}

const tools: readonly Tool[] = [
  { name: 'bold', label: 'Bold', Icon: BoldOutlined, key: 'B' },
  { name: 'italic', label: 'Italic', Icon: ItalicOutlined, key: 'I' },
  { name: 'underline', label: 'Underline', Icon: UnderlineOutlined, key: 'U' },
  { name: 'bulleted', label: 'Bulleted list', Icon: UnorderedListOutlined },
  { name: 'numbered', label: 'Numbered list', Icon: OrderedListOutlined },
  { name: 'link', label: 'Link', Icon: LinkOutlined, key: 'K' },
  { name: 'undo', label: 'Undo', Icon: UndoOutlined, key: 'Z' },
  { name: 'redo', label: 'Redo', Icon: RedoOutlined, key: 'Shift+Z' },
]

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

const shown = (key: string) => (isMac ? `⌘${key.replace('Shift+', '⇧')}` : `Ctrl+${key}`)
const announced = (key: string) => `${isMac ? 'Meta' : 'Control'}+${key}`

const steps: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => (at + 1) % tools.length,
  ArrowLeft: (at) => (at + tools.length - 1) % tools.length,
  Home: () => 0,
  End: () => tools.length - 1,
}

interface ToolbarProps {
  /** The id of the edited text. */
  controls: string
  states: Readonly<Partial<Record<ToolName, ToolState>>>
  use: (tool: ToolName) => void
}

/** One tab stop; the arrows, Home and End move between the tools (WAI-ARIA toolbar). */
export const Toolbar = ({ controls, states, use }: ToolbarProps) => {
  const [current, setCurrent] = useState(0)

  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = steps[event.key]
    if (!step || !isPlainKey(event)) return
    event.preventDefault()
    const next = step(current)
    setCurrent(next)
    const button = event.currentTarget.parentElement?.children[next]
    if (button instanceof HTMLElement) button.focus()
  }

  return (
    <div className="rich-text-toolbar" role="toolbar" aria-label="Formatting" aria-controls={controls}>
      {tools.map(({ name, label, Icon, key }, index) => {
        const { isOn, isDisabled = false } = states[name] ?? {}
        return (
          <button
            key={name}
            type="button"
            aria-label={label}
            aria-pressed={isOn}
            aria-disabled={isDisabled}
            aria-keyshortcuts={key && announced(key)}
            title={key ? `${label} (${shown(key)})` : label}
            tabIndex={index === current ? 0 : -1}
            // Keeps the selection of the text, and the on-screen keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setCurrent(index)}
            onKeyDown={move}
            onClick={() => !isDisabled && use(name)}
          >
            <Icon aria-hidden />
          </button>
        )
      })}
    </div>
  )
}
