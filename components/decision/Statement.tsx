import { useSlice } from '@/components/client-context'
import { readTypedData } from '@/components/decision/typed-data-tree'
import { plural, t } from '@/components/i18n'
import { Sentence } from '@/components/Sentence'
import type { ApprovalView } from '@/lib/messaging/ui'
import { cleanForeignText } from '@/lib/values/foreign-text'
import { Does } from './Does'
import { readOrigin } from './SiteName'

/** What happens, as one sentence. */
export function Statement({ approval }: { approval: ApprovalView }) {
  const networks = useSlice('networks') ?? []
  const { request, requester, preview } = approval
  switch (request.kind) {
    case 'connect': {
      const site = requester.kind === 'site' ? readOrigin(requester.origin).host : t('extension_name')
      return <Sentence of="does_connect" values={{ site: <strong>{site}</strong> }} />
    }
    case 'transaction':
      return preview === null ? (
        t('does_being_read')
      ) : (
        <Does description={preview.description} chainId={approval.chainId} />
      )
    case 'calls':
      return plural('does_calls', request.calls.length)
    case 'message':
      return t('does_message')
    case 'typed-data': {
      const tree = readTypedData(request.typedData)
      if (tree === null) return t('does_typed_data_unread')
      return (
        <Sentence of="does_typed_data" values={{ type: <strong>{cleanForeignText(tree.primaryType, 60)}</strong> }} />
      )
    }
    case 'switch-network': {
      const name = networks.find(network => network.chainId === request.chainId)?.name ?? `${request.chainId}`
      return <Sentence of="does_switch_network" values={{ network: <strong>{name}</strong> }} />
    }
    case 'add-network':
      return (
        <Sentence of="does_add_network" values={{ network: <strong>{cleanForeignText(request.name, 64)}</strong> }} />
      )
    case 'add-token':
      return (
        <Sentence of="does_add_token" values={{ symbol: <strong>{cleanForeignText(request.symbol, 16)}</strong> }} />
      )
  }
}
