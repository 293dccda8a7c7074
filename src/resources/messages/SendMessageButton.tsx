import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import { Button, type ButtonProps } from '../../ui/antd/Button'

/** Opens the dialog of a message from the page of a record (MAIL-6). */
export const SendMessageButton = (props: Pick<ButtonProps, 'onClick' | 'loading'>) => (
  <Button icon={<MailOutlined aria-hidden />} aria-haspopup="dialog" {...props}>
    Send message
  </Button>
)
