import { useField } from 'formik'
import { maxRichText } from '../../contract/limits'
import { MissingPart } from '../feedback/MissingPart'
import { lazyPart } from '../page/lazyPart'
import type { UseMentions } from '../richText/mentions'
import { RichText } from '../richText/RichText'
import { FieldFrame, type FieldProps } from './FieldFrame'
import './rich-text-field.css'

const { usePart: useEditor } = lazyPart(
  async () => (await import('../richText/RichTextEditor')).RichTextEditor,
)

interface RichTextFieldProps extends FieldProps {
  /** Maximum length of the HTML in characters. */
  max?: number
  /** Takes the initial focus once the editor is loaded. */
  takesFocus?: boolean
  /** The caret starts before the text instead of after it. */
  fromStart?: boolean
  /** Completes user names after an @. */
  useMentions?: UseMentions
  /** A global pattern, a constant, whose matches are marked. */
  marked?: RegExp
}

/** Placeholder of the editor's size until it is loaded. */
const Waiting = ({ value, isFetching }: { value: string; isFetching: boolean }) => (
  <div className="rich-text-editor">
    <div className="rich-text-toolbar" role="status">
      {isFetching && <span className="visually-hidden">Fetching the editor</span>}
    </div>
    <div className="rich-text-area">
      <RichText html={value} />
    </div>
  </div>
)

/**
 * Rich text: sanitised HTML, '' for no text. The editor is loaded when the first one is shown; if that fails, the text
 * stays unchanged.
 */
export const RichTextField = ({
  max = maxRichText,
  takesFocus = false,
  fromStart = false,
  useMentions,
  marked,
  ...frame
}: RichTextFieldProps) => {
  const [{ value }, , { setValue }] = useField<string>(frame.name)
  const { Part: RichTextEditor, isMissing, retry } = useEditor()
  return (
    <FieldFrame {...frame} group>
      {(input) =>
        RichTextEditor ? (
          <RichTextEditor
            id={input.id}
            label={frame.label}
            value={value}
            onChange={(html) => void setValue(html)}
            isInvalid={input['aria-invalid']}
            isRequired={input['aria-required'] ?? false}
            describedBy={input['aria-describedby']}
            max={max}
            takesFocus={takesFocus}
            fromStart={fromStart}
            useMentions={useMentions}
            marked={marked}
          />
        ) : (
          <>
            {isMissing && <MissingPart title="The editor could not be loaded." retry={retry} />}
            <Waiting value={value} isFetching={!isMissing} />
          </>
        )
      }
    </FieldFrame>
  )
}
