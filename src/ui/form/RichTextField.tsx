import { useField } from 'formik'
import { MissingPart } from '../feedback/MissingPart'
import { lazyPart } from '../page/lazyPart'
import { RichText } from '../richText/RichText'
import { FieldFrame, type FieldProps } from './FieldFrame'
import './rich-text-field.css'

const { usePart: useEditor } = lazyPart(
  async () => (await import('../richText/RichTextEditor')).RichTextEditor,
)

interface RichTextFieldProps extends FieldProps {
  /** The focus begins here, as soon as the editor is there. */
  takesFocus?: boolean
  /** The caret begins before the text rather than behind it. */
  fromStart?: boolean
}

/** What stands in the place of the editor, as large as it, until it has been fetched. */
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

/** Rich text: sanitised HTML, '' for no text. The editor is fetched when the first one is shown; without it, the text stays as it is. */
export const RichTextField = ({ takesFocus = false, fromStart = false, ...frame }: RichTextFieldProps) => {
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
            takesFocus={takesFocus}
            fromStart={fromStart}
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
