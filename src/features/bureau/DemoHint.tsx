import type { BureauSearch } from '../../contract/bureau'
import type { DemoBureau } from '../../contract/session'
import { Badge } from '../../ui/value/Badge'

interface DemoHintProps {
  demo: DemoBureau
  ask: (wanted: BureauSearch) => void
}

/** Tells that the businesses are made up, and which search finds one. */
export const DemoHint = ({ demo: { label, example }, ask }: DemoHintProps) => (
  <p>
    <Badge text={label} asWritten /> Its businesses are made up. One of them is found by{' '}
    <button type="button" className="link-button" onClick={() => ask(example)}>
      {example.organization_name} in {example.city}, {example.state}
    </button>
    .
  </p>
)
