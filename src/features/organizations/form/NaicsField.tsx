import { useField } from 'formik'
import { Input } from '../../../ui/antd/Input'
import { contract } from '../../../contract'
import { longestCode, naicsCodes } from '../../../contract/organizations'
import { FieldFrame, type FieldProps } from '../../../ui/form/FieldFrame'

const { maxItems } = contract.organizations.fields.naics
const places = Array.from({ length: maxItems }, (_, place) => place)

/** Drops untouched inputs at the end. */
const withoutEnd = (codes: readonly string[]) =>
  codes.slice(0, codes.findLastIndex((code) => code !== '') + 1)

/** Up to four industry codes, an input for each (ORG-3). */
export const NaicsField = (frame: FieldProps) => {
  const [{ value }, , { setValue, setTouched }] = useField<string[]>(frame.name)
  const type = (place: number, text: string) => {
    if (text.trim().length > longestCode) void setTouched(true, false)
    void setValue(withoutEnd(places.map((other) => (other === place ? text : (value[other] ?? '')))))
  }
  return (
    <FieldFrame {...frame} group>
      {({ id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid }) => (
        <div className="naics-inputs">
          {places.map((place) => {
            const code = value[place] ?? ''
            const isWrong = isInvalid && code.trim() !== '' && !naicsCodes.fits(code.trim())
            return (
              <Input
                key={place}
                id={place === 0 ? id : undefined}
                name={`${frame.name}.${place}`}
                aria-label={`NAICS code ${place + 1}`}
                aria-invalid={isWrong}
                aria-describedby={describedBy}
                status={isWrong ? 'error' : ''}
                inputMode="numeric"
                autoComplete="off"
                value={code}
                onChange={({ target }) => type(place, target.value)}
              />
            )
          })}
        </div>
      )}
    </FieldFrame>
  )
}
