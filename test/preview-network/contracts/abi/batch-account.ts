import { parseAbi } from 'viem'

/** The part of `Simple7702Account` by which an account that delegates to it makes several calls together. */
export const batchAccountAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch(Call[] calls)',
  'function entryPoint() view returns (address)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4 magicValue)',
  'error ExecuteError(uint256 index, bytes)',
])
