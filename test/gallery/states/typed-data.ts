import { anna, dollar, now, previewChain, previewNetwork, savings, shop, stranger, unlocked } from '../samples.ts'
import type { GalleryState } from '../state.ts'

type Fields = Record<string, readonly string[]>

/** Types as `name type` pairs, so that they can be read. */
const typesOf = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, list]) => [
      name,
      list.map(field => {
        const [type, fieldName] = field.split(' ')
        return { type, name: fieldName }
      }),
    ]),
  )

const show = (
  name: string,
  typedData: { types: Fields; primaryType: string; domain: object; message: object },
  steps: GalleryState['steps'],
): GalleryState => ({
  name,
  page: 'approval',
  slices: {
    ...unlocked,
    approvals: [
      {
        id: name,
        digest: `0x${'34'.repeat(32)}`,
        requester: { kind: 'site', origin: 'https://pay.coffee.example', topOrigin: null, tabId: 1, documentId: 'a' },
        isConnected: true,
        firstTime: false,
        networkId: previewNetwork,
        chainId: previewChain,
        account: anna,
        request: { kind: 'typed-data', typedData: JSON.stringify({ ...typedData, types: typesOf(typedData.types) }) },
        preview: null,
        lacks: null,
        risks: [],
        createdAt: now,
        expiresAt: now + 600_000,
      },
    ],
  },
  ...(steps === undefined ? {} : { steps }),
})

const seconds = Math.floor(now / 1_000)
const detail = (token: string, amount: string) => ({ token, amount, expiration: seconds + 86_400 * 30, nonce: 3 })

export const typedDataStates: GalleryState[] = [
  show(
    'approval-fields-permit2-batch',
    {
      types: {
        PermitBatch: ['PermitDetails[] details', 'address spender', 'uint256 sigDeadline'],
        PermitDetails: ['address token', 'uint160 amount', 'uint48 expiration', 'uint48 nonce'],
      },
      primaryType: 'PermitBatch',
      domain: {
        name: 'Permit2',
        chainId: previewChain,
        verifyingContract: '0x000000000022d473030f116ddee9f6b43ac78ba3',
      },
      message: {
        details: [detail(dollar, '12500000'), detail(stranger, (2n ** 160n - 1n).toString())],
        spender: shop,
        sigDeadline: seconds + 1_800,
      },
    },
    [{ click: 'typed-data-fields' }, { see: 'described' }],
  ),
  show(
    'approval-fields-offer',
    {
      types: {
        Offer: [
          'uint256 version',
          'string resourceUrl',
          'string scheme',
          'string network',
          'string asset',
          'string payTo',
          'string amount',
          'uint256 validUntil',
        ],
      },
      primaryType: 'Offer',
      domain: { name: 'x402 offer', version: '1', chainId: 1 },
      message: {
        version: 1,
        resourceUrl: 'https://pay.coffee.example/articles/7',
        scheme: 'exact',
        network: 'eip155:8453',
        asset: dollar,
        payTo: shop,
        amount: '10000',
        validUntil: seconds + 600,
      },
    },
    [{ see: 'described' }],
  ),
  show(
    'approval-fields-delegation',
    {
      types: {
        Delegation: ['address delegate', 'address delegator', 'bytes32 authority', 'Caveat[] caveats', 'uint256 salt'],
        Caveat: ['address enforcer', 'bytes terms'],
      },
      primaryType: 'Delegation',
      domain: { name: 'DelegationManager', version: '1', chainId: previewChain, verifyingContract: shop },
      message: {
        delegate: savings,
        delegator: anna,
        authority: `0x${'ff'.repeat(32)}`,
        caveats: [
          { enforcer: shop, terms: `0x${'00'.repeat(31)}05` },
          { enforcer: stranger, terms: '0x' },
        ],
        salt: 0,
      },
    },
    [{ see: 'described' }],
  ),
]
