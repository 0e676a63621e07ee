import type { ApprovalKind, ApprovalRequest } from '@/lib/language/requests'
import type { ApprovalView } from '@/lib/language/ui'
import { addItem } from './add-item'
import { addNetwork } from './add-network'
import { addToken } from './add-token'
import { calls } from './calls'
import { connect } from './connect'
import type { ShownKind } from './kind'
import { message } from './message'
import { payment } from './payment'
import { switchNetwork } from './switch-network'
import { transaction } from './transaction'
import { typedData } from './typed-data'

const kinds = {
  connect,
  transaction,
  calls,
  message,
  'typed-data': typedData,
  'switch-network': switchNetwork,
  'add-network': addNetwork,
  'add-token': addToken,
  'add-item': addItem,
  payment,
} satisfies { [Kind in ApprovalKind]: ShownKind<Kind> }

export function kindOf({ kind }: ApprovalRequest): ShownKind {
  return kinds[kind]
}

/** The sentence that says what approving does. */
export function Statement({ approval }: { approval: ApprovalView }) {
  const kind = kindOf(approval.request)
  return <kind.Statement approval={approval} request={approval.request} />
}
