import { contractAccountsApi } from '../../api/contractAccountsApi'
import type { Row } from '../../contract'
import { crudDialogs } from '../kit/crudDialogs'
import { fieldMeta, fields } from './parts'

/** One dialog puts an account under a contract or edits that, one takes it away. */
export const dialogsFor = (begins: Partial<Row<'contractAccounts'>>) =>
  crudDialogs({ api: contractAccountsApi, fieldMeta, fields, begins })
