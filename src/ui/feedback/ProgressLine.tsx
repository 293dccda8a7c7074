import './progress-line.css'

/** A thin line at the upper edge of what is loaded anew; the element around it is positioned. */
export const ProgressLine = ({ label }: { label: string }) => (
  <div className="progress-line" role="progressbar" aria-label={label} />
)
