import {
  Editor,
  EditorState,
  getDefaultKeyBinding,
  KeyBindingUtil,
  Modifier,
  RichUtils,
  type BlockMap,
  type DraftDecoratorType,
  type DraftEditorCommand,
  type DraftHandleValue,
} from 'draft-js'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import 'draft-js/dist/Draft.css'
import { problems } from '../../contract/problems'
import { randomKey } from '../../store/session'
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
import { decoratorOf } from './EditorLink'
import { withoutGrapheme } from './graphemes'
import { LinkBar } from './LinkBar'
import { MentionList, mentionId } from './MentionList'
import { mentionAt, withMention, type Mention, type UseMentions } from './mentions'
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
  /** Maximum length of the HTML in characters. */
  max: number
  /** Takes the initial focus. */
  takesFocus: boolean
  /** The caret starts before the text instead of after it. */
  fromStart: boolean
  /** Completes user names after an @. */
  useMentions?: UseMentions | undefined
  /** A global pattern, a constant, whose matches are marked. */
  marked?: RegExp | undefined
}

const noMentions: UseMentions = () => []

const styleTools = [
  ['bold', draftStyles.strong],
  ['italic', draftStyles.em],
  ['underline', draftStyles.u],
] as const
const listTools = [
  ['bulleted', draftTypes.ul],
  ['numbered', draftTypes.ol],
] as const

/** Longer markup is ignored and only its text pasted: parsing it would take too long. */
const maxPasted = 2_000_000

/** Parts of the editor missing in its types. */
interface EditorInside {
  /** The editor's last copied content. */
  getClipboard: () => BlockMap | null
}

/** The editor's copied content, if it is what is being pasted. */
const copiedIn = (editor: Editor | null, key: string, html = ''): BlockMap | null =>
  editor && html.includes(key) ? (editor as unknown as EditorInside).getClipboard() : null

interface Edited {
  opened: Opened
  state: EditorState
  /** The stored form of the content. */
  html: string
}

/** A new editor has its caret at the start. */
const edited = (html: string, decorator: DraftDecoratorType, fromStart = false): Edited => {
  const opened = openHtml(html)
  const state = EditorState.createWithContent(opened.content, decorator)
  return { opened, state: fromStart ? state : EditorState.moveSelectionToEnd(state), html }
}

const handled = (isHandled: boolean): DraftHandleValue => (isHandled ? 'handled' : 'not-handled')

/** Allowed commands of Ctrl or ⌘ with a letter. */
const lettered = ['bold', 'italic', 'underline', 'undo', 'redo']

/** Ctrl+K or ⌘K edits a link; draft-js's other shortcuts are left to the browser. */
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

/** The rich text editor. Its value is what the server stores, and what RichText shows. */
export const RichTextEditor = ({
  id,
  label,
  value,
  onChange,
  isInvalid,
  isRequired,
  describedBy,
  max,
  takesFocus,
  fromStart,
  useMentions = noMentions,
  marked,
}: RichTextEditorProps) => {
  const decorator = useMemo(() => decoratorOf(marked), [marked])
  const [{ opened, state, html }, setEdited] = useState(() => edited(value, decorator, fromStart))
  const [seen, setSeen] = useState(value)
  const [isLinking, setIsLinking] = useState(false)
  /** The last paste was too long. */
  const [isRefused, setIsRefused] = useState(false)
  const editor = useRef<Editor>(null)
  /** Part of the markup of content copied here. */
  const [key] = useState(randomKey)

  // A value set from outside replaces the content.
  if (value !== seen) {
    setSeen(value)
    if (value !== html) setEdited(edited(value, decorator))
  }

  const change = (after: EditorState) => {
    const next = keepingStyle(state, after)
    const isSame = next.getCurrentContent() === state.getCurrentContent()
    if (!isSame) setIsRefused(false)
    const nextHtml = isSame ? html : htmlOf(next.getCurrentContent(), opened)
    setEdited({ opened, state: next, html: nextHtml })
    if (nextHtml !== html) onChange(nextHtml)
  }

  const typed = mentionAt(state)
  /** What was typed when the list was closed; it opens again with another letter. */
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const mentions = useMentions(typed === closedAt ? null : typed)
  const [chosen, setChosen] = useState(0)
  const active = Math.min(chosen, mentions.length - 1)
  const listId = `${id}-mentions`
  const complete = ({ name }: Mention) => {
    if (typed === null) return
    setChosen(0)
    change(withMention(state, typed, name))
  }
  /** The keys of the list, while it is open. */
  const mentionKey = (event: KeyboardEvent): boolean => {
    const mention = mentions[active]
    if (!mention) return false
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) setChosen((active + step + mentions.length) % mentions.length)
    else if (event.key === 'Enter' || event.key === 'Tab') complete(mention)
    else if (event.key === 'Escape') setClosedAt(typed)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  const keys = (event: KeyboardEvent) => (mentionKey(event) ? null : keyBinding(event))

  const focus = () => editor.current?.focus()

  /** Focusing with Tab would set the caret to the start; it returns to its position. A pointer sets its own. */
  const pointerIsDown = usePointerIsDown()
  const returnCaret = () => {
    if (pointerIsDown.current) return
    setTimeout(() => setEdited((now) => ({ ...now, state: withCaretBack(now.state, state) })))
  }

  // A dialog that opens later than the editor is mounted looks for the mark; an open one does not.
  useEffect(() => {
    if (!takesFocus) return
    editor.current?.editor?.setAttribute('data-first-focus', '')
    focus()
  }, [takesFocus])

  // draft-js has no props for these. Before the form looks for its first error.
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
    const side = { backspace: 'before', delete: 'behind' } as const
    const deleted = name === 'backspace' || name === 'delete' ? withoutGrapheme(state, side[name]) : null
    const next = deleted ?? RichUtils.handleKeyCommand(state, name as DraftEditorCommand)
    if (next) change(next)
    return handled(next !== null)
  }

  const enter = (event: KeyboardEvent): DraftHandleValue => {
    const next = event.shiftKey ? RichUtils.insertSoftNewline(state) : withParagraphBelow(state)
    if (next) change(next)
    return handled(next !== null)
  }

  /** Always handled here: draft-js's own conversion of HTML is not sanitized. */
  const paste = (
    plain: string | null,
    pasted: string | undefined,
    current: EditorState,
  ): DraftHandleValue => {
    const own = copiedIn(editor.current, key, pasted)
    const text = plain ?? ''
    // Checked before the slow conversion.
    const next =
      text.length > max
        ? null
        : own
          ? EditorState.push(
              current,
              Modifier.replaceWithFragment(current.getCurrentContent(), current.getSelection(), own),
              'insert-fragment',
            )
          : withPasted(current, text, (pasted?.length ?? 0) > maxPasted ? undefined : pasted)
    const isTooLong = next === null || htmlOf(next.getCurrentContent(), opened).length > max
    if (!isTooLong) change(next)
    setIsRefused(isTooLong)
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
      <div className="rich-text-area" translate="no">
        <Editor
          ref={editor}
          editorKey={key}
          editorState={state}
          onChange={change}
          onFocus={returnCaret}
          keyBindingFn={keys}
          handleKeyCommand={command}
          handleReturn={enter}
          handlePastedText={paste}
          handlePastedFiles={() => 'handled'}
          handleDroppedFiles={() => 'handled'}
          ariaLabel={label}
          ariaMultiline
          {...(describedBy !== undefined && { ariaDescribedBy: describedBy })}
          spellCheck
          {...(mentions.length > 0 && {
            ariaAutoComplete: 'list',
            ariaControls: listId,
            ariaActiveDescendantID: mentionId(listId, active),
          })}
        />
      </div>
      {mentions.length > 0 && (
        <MentionList id={listId} mentions={mentions} active={active} choose={complete} />
      )}
      {isRefused && (
        <p className="rich-text-refused problem" role="alert">
          {problems.tooLong(max)} Nothing was pasted.
        </p>
      )}
    </div>
  )
}
