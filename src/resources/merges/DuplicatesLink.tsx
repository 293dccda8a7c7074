import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import type { MergedResource } from '../../contract/duplicatePairs'
import { useIsNarrow } from '../../ui/hooks/useMediaQuery'
import { LinkButton } from '../../ui/page/LinkButton'
import { mergePaths } from './paths'

/** The way from a list to its probable duplicates (DUP-1); on phones without its name, beside the other buttons. */
export const DuplicatesLink = ({ resource }: { resource: MergedResource }) => {
  const isNarrow = useIsNarrow()
  return (
    <LinkButton
      to={mergePaths.duplicates(resource)}
      icon={<CopyOutlined aria-hidden />}
      title={isNarrow ? 'Duplicates' : undefined}
      aria-label={isNarrow ? 'Duplicates' : undefined}
    >
      {isNarrow ? null : 'Duplicates'}
    </LinkButton>
  )
}
