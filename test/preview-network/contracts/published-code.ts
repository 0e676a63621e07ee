import { z } from 'zod'
import { type ContractBuild, hexSchema } from './contract-build.ts'

const artifactSchema = z.object({ abi: z.array(z.record(z.string(), z.unknown())), bytecode: hexSchema })

/** Interface and creation code of contracts whose authors publish both in an npm package, by name. */
export async function readPublishedCode(): Promise<ContractBuild['contracts']> {
  const [{ DelegationManager, LimitedCallsEnforcer }, code, { default: simple7702Account }] = await Promise.all([
    import('@metamask/delegation-abis'),
    import('@metamask/delegation-abis/bytecode'),
    import('@account-abstraction/contracts/artifacts/Simple7702Account.json', { with: { type: 'json' } }),
  ])
  return {
    DelegationManager: { abi: [...DelegationManager], bytecode: code.DelegationManager },
    LimitedCallsEnforcer: { abi: [...LimitedCallsEnforcer], bytecode: code.LimitedCallsEnforcer },
    Simple7702Account: artifactSchema.parse(simple7702Account),
  }
}
