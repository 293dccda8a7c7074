import type { Migration } from 'kysely'
import { baseline } from './001-baseline'
import { deleters } from './002-deleters'
import { standardNames } from './003-standard-names'
import { gasQuotes } from './004-gas-quotes'
import { imports } from './005-imports'
import type { DatabaseKind } from './ddl/columns'
import { contracts } from './007-contracts'
import { usage } from './008-usage'
import { importLists } from './009-import-lists'
import { readiness } from './010-readiness'
import { renewals } from './012-renewals'
import { views } from './013-views'
import { contractAccounts } from './014-contract-accounts'
import { filters } from './015-filters'
import { usageImports } from './017-usage-imports'
import { bulkChanges } from './018-bulk-changes'
import { stages } from './019-stages'
import { recordImports } from './021-record-imports'
import { notifications } from './023-notifications'
import { viewChoices } from './024-view-choices'
import { backups } from './025-backups'
import { merges } from './026-merges'
import { stageDays } from './027-stage-days'
import { auditSubjects } from './028-audit-subjects'
import { mergeCounts } from './029-merge-counts'
import { passwordResets } from './030-password-resets'
import { secondFactors } from './031-second-factors'
import { apiTokens } from './032-api-tokens'
import { webhooks } from './033-webhooks'
import { auditChain } from './034-audit-chain'
import { rowCounts } from './035-row-counts'
import { quoteFilters } from './036-quote-filters'
import { erasures } from './038-erasures'
import { roles } from './039-roles'
import { messageAddresses } from './041-message-addresses'
import { quoteCounts } from './042-quote-counts'
import { messageTemplates } from './043-message-templates'
import { teams } from './044-teams'
import { limitingTeams } from './045-limiting-teams'
import { quoteOrder } from './046-quote-order'
import { contractStates } from './047-contract-states'
import { importedPeriods } from './048-imported-periods'
import { limitedRecords } from './049-limited-records'
import { coveringIndexes } from './050-covering-indexes'
import { contractFilters } from './051-contract-filters'
import { taskCounts } from './052-task-counts'
import { currentLinks } from './053-current-links'
import { searchedApart } from './054-searched-apart'
import { requiredFactors } from './055-required-factors'
import { quoteSubjects } from './056-quote-subjects'

/**
 * All migrations, by their names. One that has landed is never edited, nor is what it imports (checksums.json), and it
 * imports nothing from outside this folder but Kysely: what it does must not depend on when it runs.
 */
export const migrationsFor = (kind: DatabaseKind): Record<string, Migration> => ({
  '001-baseline': { up: (db) => baseline(db, kind) },
  '002-deleters': { up: deleters },
  '003-standard-names': { up: standardNames },
  '004-gas-quotes': { up: (db) => gasQuotes(db, kind) },
  '005-imports': { up: (db) => imports(db, kind) },
  '007-contracts': { up: (db) => contracts(db, kind) },
  '008-usage': { up: (db) => usage(db, kind) },
  '009-import-lists': { up: importLists },
  '010-readiness': { up: (db) => readiness(db, kind) },
  '012-renewals': { up: (db) => renewals(db, kind) },
  '013-views': { up: (db) => views(db, kind) },
  '014-contract-accounts': { up: (db) => contractAccounts(db, kind) },
  '015-filters': { up: (db) => filters(db, kind) },
  '017-usage-imports': { up: usageImports },
  '018-bulk-changes': { up: (db) => bulkChanges(db, kind) },
  '019-stages': { up: (db) => stages(db, kind) },
  '021-record-imports': { up: (db) => recordImports(db, kind) },
  '023-notifications': { up: (db) => notifications(db, kind) },
  '024-view-choices': { up: (db) => viewChoices(db, kind) },
  '025-backups': { up: (db) => backups(db, kind) },
  '026-merges': { up: (db) => merges(db, kind) },
  '027-stage-days': { up: (db) => stageDays(db, kind) },
  '028-audit-subjects': { up: (db) => auditSubjects(db, kind) },
  '029-merge-counts': { up: mergeCounts },
  '030-password-resets': { up: (db) => passwordResets(db, kind) },
  '031-second-factors': { up: (db) => secondFactors(db, kind) },
  '032-api-tokens': { up: (db) => apiTokens(db, kind) },
  '033-webhooks': { up: (db) => webhooks(db, kind) },
  '034-audit-chain': { up: (db) => auditChain(db, kind) },
  '035-row-counts': { up: (db) => rowCounts(db, kind) },
  '036-quote-filters': { up: quoteFilters },
  '038-erasures': { up: (db) => erasures(db, kind) },
  '039-roles': { up: (db) => roles(db, kind) },
  '041-message-addresses': { up: (db) => messageAddresses(db, kind) },
  '042-quote-counts': { up: (db) => quoteCounts(db, kind) },
  '043-message-templates': { up: (db) => messageTemplates(db, kind) },
  '044-teams': { up: (db) => teams(db, kind) },
  '045-limiting-teams': { up: (db) => limitingTeams(db, kind) },
  '046-quote-order': { up: quoteOrder },
  '047-contract-states': { up: contractStates },
  '048-imported-periods': { up: importedPeriods },
  '049-limited-records': { up: (db) => limitedRecords(db, kind) },
  '050-covering-indexes': { up: coveringIndexes },
  '051-contract-filters': { up: contractFilters },
  '052-task-counts': { up: (db) => taskCounts(db, kind) },
  '053-current-links': { up: currentLinks },
  '054-searched-apart': { up: searchedApart },
  '055-required-factors': { up: requiredFactors },
  '056-quote-subjects': { up: (db) => quoteSubjects(db, kind) },
})
