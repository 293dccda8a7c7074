import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined'
import { Button } from '../../ui/antd/Button'

/** Opens the file of a Crystal profile in a new tab (CON-11). */
export const ProfileLink = ({ file }: { file: string }) => (
  <Button href={file} target="_blank" rel="noopener" icon={<ProfileOutlined aria-hidden />}>
    Crystal Profile<span className="visually-hidden"> (opens in a new tab)</span>
  </Button>
)
