import type { ReactNode, Ref } from 'react'
import './form-section.css'

interface FormSectionProps {
  title: string
  /** A line of explanation. */
  help?: string | undefined
  /** Focused when the section opens. */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A part of a form with its own heading. */
export const FormSection = ({ title, help, heading, children }: FormSectionProps) => (
  <section className="form-section stack panel" aria-label={title}>
    <div>
      <h2 ref={heading} tabIndex={heading ? -1 : undefined}>
        {title}
      </h2>
      {help && <p className="quiet">{help}</p>}
    </div>
    {children}
  </section>
)
