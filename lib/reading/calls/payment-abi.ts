import { parseAbi } from 'viem/utils'

/** Functions of tokens, payout contracts and x402 channels that pages call. Too large for the worker. */

export const tokenAbi = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function transferWithMemo(address to, uint256 amount, bytes32 memo) returns (bool)',
  'function nonces(address owner) view returns (uint256)',
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
])

export const payoutsAbi = parseAbi([
  'function sendPayouts(bytes32 batchReference, address[] recipients, uint256[] amounts)',
  'function splitPayment(bytes32 splitReference, uint256 amount, address[] recipients, uint16[] sharesBps, uint256 remainderIndex)',
])

const channelConfig =
  'struct ChannelConfig { address payer; address payerAuthorizer; address receiver; address receiverAuthorizer; address token; uint40 withdrawDelay; bytes32 salt; }'

export const channelAbi = parseAbi([
  channelConfig,
  'function initiateWithdraw(ChannelConfig config, uint128 amount)',
  'function finalizeWithdraw(ChannelConfig config)',
])
