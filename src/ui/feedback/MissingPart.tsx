import { ErrorState } from './ErrorState'

const error = {
  status: 0,
  code: 'not_fetched',
  detail:
    'Check the connection and try again. If Citygate has just been updated, the page has to be reloaded.',
}

interface MissingPartProps {
  /** Name of the part that could not be loaded. */
  title: string
  retry: () => void
}

/** Replaces a part of the page whose module could not be loaded. */
export const MissingPart = (props: MissingPartProps) => <ErrorState {...props} error={error} inline />
