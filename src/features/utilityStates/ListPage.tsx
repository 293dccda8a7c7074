import { utilityStatesApi } from '../../api/utilityStatesApi'
import { ChoiceFilter } from '../../resources/kit/ChoiceFilter'
import { CrudList } from '../../resources/kit/CrudList'
import { columns, fieldMeta } from '../../resources/utilityStates/parts'
import { utilityStates } from '../../resources/utilityStates/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/utility-states: the services of utilities, and by when these want accounts enrolled (CTR-5) */
export const Page = () => (
  <CrudList
    api={utilityStatesApi}
    view={utilityStates}
    columns={columns}
    dialogs={dialogs}
    filters={(list) => <ChoiceFilter list={list} of={fieldMeta} name="status" />}
  />
)
