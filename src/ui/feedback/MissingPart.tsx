import { ErrorState } from './ErrorState'

const error = {
  status: 0,
  code: 'not_fetched',
  detail:
    'Check the connection and try again. If Citygate has just been updated, the page has to be reloaded.',
}

interface MissingPartProps {
  /** What could not be fetched. */
  title: string
  retry: () => void
}

/** Says in the place of a part of the page that it could not be fetched. */
export const MissingPart = (props: MissingPartProps) => <ErrorState {...props} error={error} inline />
