import {
  Editor,
  EditorState,
  getDefaultKeyBinding,
  KeyBindingUtil,
  Modifier,
  RichUtils,
  type BlockMap,
  type DraftEditorCommand,
  type DraftHandleValue,
} from 'draft-js'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import 'draft-js/dist/Draft.css'
import { newKey } from '../../store/newKey'
import { draftStyles, draftTypes, htmlOf, openHtml, type Opened } from './draftContent'
import {
  keepingStyle,
  linkAt,
  withCaretBack,
  withLink,
  withoutLink,
  withParagraphBelow,
  withPasted,
} from './editing'
import { linkDecorator } from './EditorLink'
import { LinkBar } from './LinkBar'
import { Toolbar, type ToolName, type ToolState } from './Toolbar'
import { usePointerIsDown } from './usePointerIsDown'
import './rich-text-editor.css'

interface RichTextEditorProps {
  id: string
  label: string
  /** Sanitised HTML; '' for no text. */
  value: string
  onChange: (html: string) => void
  isInvalid: boolean
  isRequired: boolean
  describedBy: string | undefined
  /** The focus begins here. */
  takesFocus: boolean
  /** The caret begins before the text rather than behind it. */
  fromStart: boolean
}

const styleTools = [
  ['bold', draftStyles.strong],
  ['italic', draftStyles.em],
  ['underline', draftStyles.u],
] as const
const listTools = [
  ['bulleted', draftTypes.ul],
  ['numbered', draftTypes.ol],
] as const

/** What its type does not tell of the editor. */
interface EditorInside {
  /** What has been copied in it last. */
  getClipboard: () => BlockMap | null
}

/** What has been copied in the editor itself, if that is what is pasted now. */
const copiedIn = (editor: Editor | null, key: string, html = ''): BlockMap | null =>
  editor && html.includes(key) ? (editor as unknown as EditorInside).getClipboard() : null

interface Edited {
  opened: Opened
  state: EditorState
  /** What the content is stored as. */
  html: string
}

/** A new editor has its caret before the first letter. */
const edited = (html: string, fromStart = false): Edited => {
  const opened = openHtml(html)
  const state = EditorState.createWithContent(opened.content, linkDecorator)
  return { opened, state: fromStart ? state : EditorState.moveSelectionToEnd(state), html }
}

const handled = (isHandled: boolean): DraftHandleValue => (isHandled ? 'handled' : 'not-handled')

/** What a letter together with Ctrl or ⌘ may do. */
const lettered = ['bold', 'italic', 'underline', 'undo', 'redo']

/** Ctrl+K or ⌘K is for a link here; letters that the package takes beyond the tools' are the browser's. */
const keyBinding = (event: KeyboardEvent): string | null => {
  const command = getDefaultKeyBinding(event)
  if (event.key.length > 1 || !KeyBindingUtil.hasCommandModifier(event)) return command
  if (event.key.toLowerCase() === 'k' && !event.shiftKey) {
    event.preventDefault()
    event.stopPropagation()
    return 'link'
  }
  return command !== null && lettered.includes(command) && (!event.shiftKey || command === 'redo')
    ? command
    : null
}

/** Edits rich text. What it hands over is what the server stores, and what RichText shows. */
export const RichTextEditor = ({
  id,
  label,
  value,
  onChange,
  isInvalid,
  isRequired,
  describedBy,
  takesFocus,
  fromStart,
}: RichTextEditorProps) => {
  const [{ opened, state, html }, setEdited] = useState(() => edited(value, fromStart))
  const [seen, setSeen] = useState(value)
  const [isLinking, setIsLinking] = useState(false)
  const editor = useRef<Editor>(null)
  /** Stands in the markup of whatever is copied here. */
  const [key] = useState(newKey)

  // Another text from outside takes the place of what is edited.
  if (value !== seen) {
    setSeen(value)
    if (value !== html) setEdited(edited(value))
  }

  const change = (after: EditorState) => {
    const next = keepingStyle(state, after)
    const isSame = next.getCurrentContent() === state.getCurrentContent()
    const nextHtml = isSame ? html : htmlOf(next.getCurrentContent(), opened)
    setEdited({ opened, state: next, html: nextHtml })
    if (nextHtml !== html) onChange(nextHtml)
  }

  const focus = () => editor.current?.focus()

  /** The Tab key would put the caret to the beginning; it returns to where it was. A pointer has its own place. */
  const pointerIsDown = usePointerIsDown()
  const returnCaret = () => {
    if (pointerIsDown.current) return
    setTimeout(() => setEdited((now) => ({ ...now, state: withCaretBack(now.state, state) })))
  }

  // A dialog that opens later than the editor is there looks for the mark; one that has opened already does not.
  useEffect(() => {
    if (!takesFocus) return
    editor.current?.editor?.setAttribute('data-first-focus', '')
    focus()
  }, [takesFocus])

  // draft-js has no properties for these. Before the form looks for its first problem.
  useLayoutEffect(() => {
    const node = editor.current?.editor
    if (!node) return
    node.setAttribute('id', id)
    node.setAttribute('aria-invalid', String(isInvalid))
    node.setAttribute('aria-required', String(isRequired))
  }, [id, isInvalid, isRequired])

  const wasLinking = useRef(false)
  useEffect(() => {
    if (wasLinking.current && !isLinking) focus()
    wasLinking.current = isLinking
  }, [isLinking])

  const use = (tool: ToolName) => {
    const style = styleTools.find(([name]) => name === tool)?.[1]
    const list = listTools.find(([name]) => name === tool)?.[1]
    if (style) change(RichUtils.toggleInlineStyle(state, style))
    else if (list) change(RichUtils.toggleBlockType(state, list))
    else if (tool === 'undo') change(EditorState.undo(state))
    else if (tool === 'redo') change(EditorState.redo(state))
    else setIsLinking(true)
  }

  const command = (name: string): DraftHandleValue => {
    if (name === 'link') {
      setIsLinking(true)
      return 'handled'
    }
    const next = RichUtils.handleKeyCommand(state, name as DraftEditorCommand)
    if (next) change(next)
    return handled(next !== null)
  }

  const enter = (event: KeyboardEvent): DraftHandleValue => {
    const next = event.shiftKey ? RichUtils.insertSoftNewline(state) : withParagraphBelow(state)
    if (next) change(next)
    return handled(next !== null)
  }

  /** Always ours: what the editor would make of HTML on its own is not clean. */
  const paste = (text: string, pasted: string | undefined, current: EditorState): DraftHandleValue => {
    const own = copiedIn(editor.current, key, pasted)
    change(
      own
        ? EditorState.push(
            current,
            Modifier.replaceWithFragment(current.getCurrentContent(), current.getSelection(), own),
            'insert-fragment',
          )
        : withPasted(current, text, pasted),
    )
    return 'handled'
  }

  const style = state.getCurrentInlineStyle()
  const type = RichUtils.getCurrentBlockType(state)
  const link = linkAt(state)
  const states: Partial<Record<ToolName, ToolState>> = {
    ...Object.fromEntries(styleTools.map(([name, own]) => [name, { isOn: style.has(own) }])),
    ...Object.fromEntries(listTools.map(([name, own]) => [name, { isOn: type === own }])),
    link: { isOn: link !== null },
    undo: { isDisabled: state.getUndoStack().isEmpty() },
    redo: { isDisabled: state.getRedoStack().isEmpty() },
  }

  return (
    <div className="rich-text-editor" data-invalid={isInvalid || undefined}>
      <Toolbar controls={id} states={states} use={use} />
      {isLinking && (
        <LinkBar
          address={link?.address ?? null}
          apply={(address, typed) => {
            change(withLink(state, address, typed))
            setIsLinking(false)
          }}
          remove={() => {
            change(withoutLink(state))
            setIsLinking(false)
          }}
          close={() => setIsLinking(false)}
        />
      )}
      <div className="rich-text-area">
        <Editor
          ref={editor}
          editorKey={key}
          editorState={state}
          onChange={change}
          onFocus={returnCaret}
          keyBindingFn={keyBinding}
          handleKeyCommand={command}
          handleReturn={enter}
          handlePastedText={paste}
          handlePastedFiles={() => 'handled'}
          handleDroppedFiles={() => 'handled'}
          ariaLabel={label}
          ariaMultiline
          {...(describedBy !== undefined && { ariaDescribedBy: describedBy })}
          spellCheck
        />
      </div>
    </div>
  )
}
