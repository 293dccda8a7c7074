import { opportunityFieldMeta } from '../../../resources/opportunities/fieldMeta'
import { lostReasonNames } from '../../../resources/opportunities/stageNames'
import { contract, type Row } from '../../../contract'
import { lostReasons, type LostReason } from '../../../contract/stages'
import { problems } from '../../../contract/problems'
import { FieldInput } from '../../../resources/kit/FieldInput'
import { FormDialog } from '../../../ui/form/FormDialog'
import { RadioField } from '../../../ui/form/RadioField'
import { schemaOf } from '../../../ui/form/schemaOf'
import { trimmed, valuesOf } from '../../../ui/form/values'
import { mixed } from 'yup'

const names = ['lost_reason', 'lost_note'] as const
const rules = schemaOf(contract.opportunities, names)
const schema = rules.shape({
  lost_reason: mixed<LostReason>().required(problems.required),
}) as typeof rules
const options = lostReasons.map((value) => ({ value, label: lostReasonNames[value] }))

/** Why a deal was lost. */
export interface Loss {
  lost_reason: LostReason | null
  lost_note: string | null
}

interface LostDialogProps {
  deal: Row<'opportunities'>
  lose: (loss: Loss) => Promise<void>
  close: () => void
}

/** Asks why a deal was lost before it moves (BOARD-2). */
export const LostDialog = ({ deal, lose, close }: LostDialogProps) => (
  <FormDialog
    title="Why was it lost?"
    saveLabel="Move to Lost"
    width={480}
    initialValues={valuesOf(contract.opportunities, names, deal)}
    schema={schema}
    submit={({ lost_reason, lost_note }) =>
      lose({
        lost_reason: lost_reason,
        lost_note: trimmed(lost_note) as string | null,
      })
    }
    draft={null}
    close={close}
  >
    <p className="quiet" translate="no">
      {deal.opportunity_name}
    </p>
    <RadioField name="lost_reason" label="Reason" required options={options} />
    <FieldInput of={opportunityFieldMeta} name="lost_note" />
  </FormDialog>
)
