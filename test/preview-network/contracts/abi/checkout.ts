import { parseAbi } from 'viem'

/** Takes less than, or as much as, a maximum that the payer signed as a permit. */
export const checkoutAbi = parseAbi([
  'event PaymentCaptured(bytes32 indexed orderId, address indexed payer, uint256 amount, uint256 authorizedMaximum)',
  'error AmountExceedsMaximum()',
  'error NotMerchant()',
  'error OrderAlreadyCaptured(bytes32 orderId)',
  'function token() view returns (address)',
  'function merchant() view returns (address)',
  'function captured(bytes32 orderId) view returns (bool)',
  'function capture(bytes32 orderId, address payer, uint256 actualAmount, uint256 authorizedMaximum, uint256 permitDeadline, uint8 v, bytes32 r, bytes32 s)',
])

/** Pays many at once; every reference can be used once. */
export const payoutsAbi = parseAbi([
  'event PayoutSent(bytes32 indexed batchReference, address indexed sender, address indexed recipient, uint256 amount)',
  'error BatchAlreadyProcessed(bytes32 batchReference)',
  'error InvalidArrayLengths()',
  'error InvalidBasisPoints()',
  'error TooManyRecipients()',
  'function token() view returns (address)',
  'function processed(bytes32 batchReference) view returns (bool)',
  'function MAX_RECIPIENTS() view returns (uint256)',
  'function TOTAL_BASIS_POINTS() view returns (uint256)',
  'function sendPayouts(bytes32 batchReference, address[] recipients, uint256[] amounts)',
  'function splitPayment(bytes32 splitReference, uint256 amount, address[] recipients, uint16[] sharesBps, uint256 remainderIndex)',
])
