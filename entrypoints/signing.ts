import { mod } from '@noble/curves/abstract/modular'
import { secp256k1 } from '@noble/curves/secp256k1'
import { encodeAbiParameters, serializeTransaction } from 'viem'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import * as batches from '@/lib/activity/sending/batch'
import * as signed from '@/lib/activity/sending/signed'
import * as curve from '@/lib/keys/accounts/secp256k1'
import * as agreement from '@/lib/keys/signing/agreement'
import * as approved from '@/lib/keys/signing/approved'
import * as device from '@/lib/keys/signing/device-request'
import * as messages from '@/lib/provider/message-signer'
import { signingScript } from './background/signing-script'

export default defineUnlistedScript(() =>
  signingScript.announce({
    ...agreement,
    ...approved,
    ...batches,
    ...curve,
    ...device,
    ...messages,
    ...signed,
    libraries: { encodeAbiParameters, mod, secp256k1, serializeTransaction },
  }),
)
