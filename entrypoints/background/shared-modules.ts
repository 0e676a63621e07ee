import * as incoming from '@/lib/activity/arrivals/incoming'
import * as failure from '@/lib/base/failure'
import * as rpcErrors from '@/lib/base/rpc/errors'
import * as rpcSchemas from '@/lib/base/rpc/schemas'
import * as door from '@/lib/chain/rpc/door'
import * as records from '@/lib/storage/records'
import type { ownModules } from './shared-libraries'

/** Modules of the wallet that the worker lends its later scripts. The build's configuration reads only their names. */
export const sharedModules = {
  'lib/activity/arrivals/incoming.ts': incoming,
  'lib/base/failure.ts': failure,
  'lib/base/rpc/errors.ts': rpcErrors,
  'lib/base/rpc/schemas.ts': rpcSchemas,
  'lib/chain/rpc/door.ts': door,
  'lib/storage/records.ts': records,
} satisfies Record<(typeof ownModules)[number], object>
