import type { FormStatus } from '../../ui/form/useProblem'

/** The error of a form as a whole, above it. */
export const FormRefusal = ({ status }: { status: FormStatus }) =>
  status && !status.error.fields ? (
    <div role="alert">
      <ul className="problems">
        <li>{status.error.detail}</li>
      </ul>
    </div>
  ) : null
