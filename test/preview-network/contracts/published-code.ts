import type { ContractBuild } from './contract-build.ts'

/** Interface and creation code of contracts whose authors publish both in an npm package, by name. */
export async function readPublishedCode(): Promise<ContractBuild['contracts']> {
  const [{ DelegationManager, LimitedCallsEnforcer }, code] = await Promise.all([
    import('@metamask/delegation-abis'),
    import('@metamask/delegation-abis/bytecode'),
  ])
  return {
    DelegationManager: { abi: [...DelegationManager], bytecode: code.DelegationManager },
    LimitedCallsEnforcer: { abi: [...LimitedCallsEnforcer], bytecode: code.LimitedCallsEnforcer },
  }
}
