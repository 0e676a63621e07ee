import { unsupported } from '@/lib/provider/errors'
import type { Method, MethodTable } from '@/lib/provider/types'

/** The reason for typed data as a list of values, which had no domain. */
export const firstVersionRefusal = 'Typed data of the first version is not supported. Use eth_signTypedData_v4.'

/** Known methods that the wallet refuses with 4200, and the reason that the page gets. */
const reasons: Readonly<Record<string, string>> = {
  eth_sign: 'eth_sign signs what nobody can read. Use personal_sign or eth_signTypedData_v4.',
  eth_signTransaction: 'The wallet signs a transaction only to send it. Use eth_sendTransaction.',
  eth_signTypedData_v1: firstVersionRefusal,
  eth_getEncryptionPublicKey: 'The wallet does not encrypt.',
  eth_decrypt: 'The wallet does not decrypt.',
  eth_mining: 'The wallet does not mine.',
  eth_hashrate: 'The wallet does not mine.',
  eth_getWork: 'The wallet does not mine.',
  eth_submitWork: 'The wallet does not mine.',
}

export const refusedMethods: MethodTable = Object.fromEntries(
  Object.entries(reasons).map(([name, reason]): [string, Method] => [
    name,
    {
      access: 'anyone',
      effect: false,
      async run() {
        throw unsupported(reason)
      },
    },
  ]),
)
