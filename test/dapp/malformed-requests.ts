import type { Address } from 'viem'

/** What a page may get wrong, by accident or on purpose, and the error it gets: code, and words that name the place. */
export type Row = readonly [what: string, method: unknown, params: unknown, code: number, words: string]

interface Cast {
  /** The one account of the wallet that the site was given. */
  account: Address
  /** Another account of the wallet, not connected. */
  other: Address
  /** No account of the wallet. */
  stranger: Address
  /** The site's chain. */
  chainId: number
}

/** Every one is refused before the person is asked or a node is reached. Addresses in lower case. */
export function malformedRequests({ account, other, stranger, chainId }: Cast): Row[] {
  const hash = `0x${'ab'.repeat(32)}`
  const payment = { from: account, to: other, value: '0x1' }
  const sends = (changes: Record<string, unknown>) => [{ ...payment, ...changes }]
  const listed = [{ address: other, storageKeys: [] }]
  const lists = (changes: Record<string, unknown>) => sends({ accessList: [{ ...listed[0], ...changes }] })
  const listedAddress = 'params.0.accessList.0.address'
  const listedKeys = 'params.0.accessList.0.storageKeys'

  const requests: Row[] = [
    ['no method', undefined, undefined, -32600, 'a method, which is a text'],
    ['null for a method', null, undefined, -32600, 'a method, which is a text'],
    ['a number for a method', 7, undefined, -32600, 'a method, which is a text'],
    ['an empty method', '', undefined, -32600, 'a method, which is a text'],
    ['a list for a method', ['eth_chainId'], undefined, -32600, 'a method, which is a text'],
    ['an object for a method', { toString: 'eth_chainId' }, undefined, -32600, 'a method, which is a text'],
    ['a method of 129 letters', 'x'.repeat(129), undefined, -32600, 'a method, which is a text'],
    ['a method nobody knows', 'eth_unknown', [], -32601, 'eth_unknown does not exist'],
    ['another case', 'ETH_CHAINID', [], -32601, 'does not exist'],
    ['a space before it', ' eth_chainId', [], -32601, 'does not exist'],
    ['a zero byte after it', 'eth_chainId\0', [], -32601, 'does not exist'],
    ['a look-alike letter', 'eth_сhainId', [], -32601, 'does not exist'],
    ['a member of every object', 'constructor', [], -32601, 'does not exist'],
    ['the prototype', '__proto__', [], -32601, 'does not exist'],
    ['a method of objects', 'hasOwnProperty', [], -32601, 'does not exist'],
    ['a procedure of the wallet’s own pages', 'vault.reveal-phrase', [{ password: 'x' }], -32601, 'does not exist'],
    ['the unlock', 'vault.unlock', [{ password: 'x' }], -32601, 'does not exist'],
    ['an approval', 'approval.approve', [{ id: 'x', digest: '0x' }], -32601, 'does not exist'],
    ['a method of a development node', 'anvil_setBalance', [other, '0x1'], -32601, 'does not exist'],
    ['a method that debugs', 'debug_traceTransaction', [hash], -32601, 'does not exist'],
    ['another chain’s own method', 'other_transactionStatus', [hash], -32601, 'does not exist'],
    ['an account’s key by name', 'personal_importRawKey', [hash, 'x'], -32601, 'does not exist'],
    ['the node’s accounts', 'personal_listAccounts', [], -32601, 'does not exist'],
    ['the node’s signature', 'personal_sendTransaction', [payment], -32601, 'does not exist'],
  ]

  const refused: Row[] = [
    ['a hash to sign', 'eth_sign', [account, hash], 4200, 'personal_sign'],
    ['a hash to sign, without parameters', 'eth_sign', undefined, 4200, 'personal_sign'],
    ['a transaction to sign and keep', 'eth_signTransaction', [payment], 4200, 'eth_sendTransaction'],
    ['typed data without version', 'eth_signTypedData', [[], account], 4200, 'eth_signTypedData_v4'],
    ['typed data of the first version', 'eth_signTypedData_v1', [[], account], 4200, 'eth_signTypedData_v4'],
    ['typed data of the third version', 'eth_signTypedData_v3', [account, {}], -32602, 'types must be'],
    ['a key for encryption', 'eth_getEncryptionPublicKey', [account], 4200, 'does not encrypt'],
    ['decryption', 'eth_decrypt', ['0x', account], 4200, 'does not decrypt'],
    ['mining', 'eth_mining', [], 4200, 'does not mine'],
  ]

  const withoutParameters: Row[] = [
    'eth_accounts',
    'eth_chainId',
    'eth_coinbase',
    'eth_requestAccounts',
    'net_version',
    'wallet_getPermissions',
    'web3_clientVersion',
  ].flatMap((method): Row[] => [
    [`a text as parameters of ${method}`, method, 'now', -32602, 'params'],
    [`a number as parameters of ${method}`, method, 5, -32602, 'params'],
  ])

  const reads: Row[] = [
    ['a text as parameters', 'eth_call', 'x', -32602, 'params must be an array or an object'],
    ['a number as parameters', 'eth_blockNumber', 1, -32602, 'params must be an array or an object'],
    ['yes as parameters', 'eth_getLogs', true, -32602, 'params must be an array or an object'],
  ]

  const transactions: Row[] = [
    ['no parameters', undefined, 'params must be'],
    ['null', null, 'params must be'],
    ['an object in place of a list', payment, 'params must be'],
    ['an empty list', [], 'params'],
    ['a text in place of a transaction', ['0x02'], 'params.0 must be an object'],
    ['a list in place of a transaction', [[payment]], 'params.0 must be an object'],
    ['null in place of a transaction', [null], 'params.0 must be an object'],
    ['a sender that is none', sends({ from: 'alice.eth' }), 'params.0.from'],
    ['a short sender', sends({ from: '0xa11ce' }), 'params.0.from'],
    ['a sender that is a number', sends({ from: 5 }), 'params.0.from'],
    ['a short recipient', sends({ to: '0x1234' }), 'params.0.to'],
    ['a long recipient', sends({ to: `${other}00` }), 'params.0.to'],
    ['a recipient without 0x', sends({ to: other.slice(2) }), 'params.0.to'],
    ['a recipient that is a name', sends({ to: 'bob.eth' }), 'params.0.to'],
    ['an empty recipient', sends({ to: '' }), 'params.0.to'],
    ['0x for a recipient', sends({ to: '0x' }), 'params.0.to'],
    ['a recipient with a wrong checksum', sends({ to: '0xA0Cf798816D4b9b9866b5330EEa46a18382f251E' }), 'checksum'],
    ['a list of recipients', sends({ to: [other] }), 'params.0.to'],
    ['neither recipient nor data', [{ from: account }], 'params.0.to is needed'],
    ['empty data and no recipient', [{ from: account, data: '0x' }], 'params.0.to is needed'],
    ['a decimal value', sends({ value: '1000' }), 'params.0.value'],
    ['a number for a value', sends({ value: 2 ** 53 }), 'params.0.value must be a quantity in 0x hex'],
    ['a negative number for a value', sends({ value: -1 }), 'params.0.value must be a quantity in 0x hex'],
    ['a negative value', sends({ value: '-0x1' }), 'params.0.value'],
    ['a value of 257 bits', sends({ value: `0x1${'00'.repeat(32)}` }), 'params.0.value'],
    ['a fraction for a value', sends({ value: '0x1.5' }), 'params.0.value'],
    ['a value with a space', sends({ value: '0x1 ' }), 'params.0.value'],
    ['an object for a value', sends({ value: { hex: '0x1' } }), 'params.0.value'],
    ['a value in words', sends({ value: 'all' }), 'params.0.value'],
    ['half a byte of data', sends({ data: '0x123' }), 'params.0.data'],
    ['data without 0x', sends({ data: 'abcd' }), 'params.0.data'],
    ['data that is no hex', sends({ data: '0xzz' }), 'params.0.data'],
    ['data that is a list', sends({ data: [1, 2] }), 'params.0.data'],
    ['data beyond what nodes take', sends({ data: `0x${'00'.repeat(131_073)}` }), 'params.0.data'],
    ['input that is no hex', sends({ input: 'hello' }), 'params.0.input'],
    ['input unlike data', sends({ data: '0x01', input: '0x02' }), 'params.0.input must be the same'],
    ['gas in decimal', sends({ gas: '21000' }), 'params.0.gas'],
    ['gas as a number', sends({ gas: 21_000.5 }), 'params.0.gas'],
    ['gas unlike gasLimit', sends({ gas: '0x1', gasLimit: '0x2' }), 'params.0.gasLimit'],
    ['a gas price that is no quantity', sends({ gasPrice: 'fast' }), 'params.0.gasPrice'],
    ['both kinds of fees', sends({ gasPrice: '0x1', maxFeePerGas: '0x1' }), 'params.0.gasPrice'],
    ['a tip above the fee', sends({ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }), 'maxPriorityFeePerGas'],
    ['a maximum that is no quantity', sends({ maxFeePerGas: 1.5 }), 'params.0.maxFeePerGas'],
    ['a tip that is no quantity', sends({ maxPriorityFeePerGas: null, maxFeePerGas: 'x' }), 'params.0.maxFeePerGas'],
    ['a nonce as a number', sends({ nonce: -3 }), 'params.0.nonce'],
    ['a nonce beyond exact numbers', sends({ nonce: '0x20000000000000' }), 'params.0.nonce is too large'],
    ['a chain id in words', sends({ chainId: 'base' }), 'params.0.chainId'],
    ['another chain', sends({ chainId: '0x1' }), 'params.0.chainId is 1'],
    ['a blob transaction', sends({ type: '0x3' }), 'params.0.type'],
    ['a transaction with borrowed code', sends({ type: '0x4' }), 'params.0.type'],
    ['a type that is a number', sends({ type: 3 }), 'params.0.type is not supported: this wallet signs EIP-1559'],
    ['an authorization list', sends({ authorizationList: [{}] }), 'params.0.authorizationList is not supported'],
    ['an authorization list that is an object', sends({ authorizationList: {} }), 'params.0.authorizationList is not'],
    ['blobs', sends({ blobs: ['0x'] }), 'params.0.blobs'],
    ['hashes of blobs', sends({ blobVersionedHashes: [hash] }), 'params.0.blobVersionedHashes'],
    ['a fee for blobs', sends({ maxFeePerBlobGas: '0x1' }), 'params.0.maxFeePerBlobGas'],
    ['an access list that is a text', sends({ accessList: 'x' }), 'params.0.accessList must be an array.'],
    ['an access list that is an object', sends({ accessList: listed[0] }), 'params.0.accessList must be an array.'],
    ['no for an access list', sends({ accessList: false }), 'params.0.accessList must be an array.'],
    ['null in an access list', sends({ accessList: [...listed, null] }), 'params.0.accessList.1 must be an object.'],
    ['addresses alone in an access list', sends({ accessList: [other] }), 'params.0.accessList.0 must be an object.'],
    [
      'an access list as RLP has it',
      sends({ accessList: [[other, [hash]]] }),
      'params.0.accessList.0 must be an object.',
    ],
    ['an access list of lists', sends({ accessList: [[[[[listed]]]]] }), 'params.0.accessList.0 must be an object.'],
    [
      'a listed address that is missing',
      lists({ address: undefined }),
      `${listedAddress} must be an address of 20 bytes`,
    ],
    [
      'a listed address that is a name',
      lists({ address: 'bob.eth' }),
      `${listedAddress} must be an address of 20 bytes`,
    ],
    ['a short listed address', lists({ address: '0x1234' }), `${listedAddress} must be an address of 20 bytes`],
    ['a word for a listed address', lists({ address: hash }), `${listedAddress} must be an address of 20 bytes`],
    [
      'a listed address without 0x',
      lists({ address: other.slice(2) }),
      `${listedAddress} must be an address of 20 bytes`,
    ],
    [
      'a listed address with a wrong checksum',
      lists({ address: '0xA0Cf798816D4b9b9866b5330EEa46a18382f251E' }),
      `${listedAddress} must be an address of 20 bytes (with a right checksum, if it has one).`,
    ],
    ['no storage keys', lists({ storageKeys: undefined }), `${listedKeys} must be an array.`],
    ['null for storage keys', lists({ storageKeys: null }), `${listedKeys} must be an array.`],
    ['one storage key for a list', lists({ storageKeys: hash }), `${listedKeys} must be an array.`],
    ['an object of storage keys', lists({ storageKeys: { 0: hash } }), `${listedKeys} must be an array.`],
    [
      'a short storage key',
      lists({ storageKeys: [hash, '0x01'] }),
      `${listedKeys}.1 must be a word of 32 bytes in 0x hex.`,
    ],
    [
      'a long storage key',
      lists({ storageKeys: [`${hash}00`] }),
      `${listedKeys}.0 must be a word of 32 bytes in 0x hex.`,
    ],
    [
      'a storage key without 0x',
      lists({ storageKeys: [hash.slice(2)] }),
      `${listedKeys}.0 must be a word of 32 bytes in 0x hex.`,
    ],
    [
      'a storage key that is no hex',
      lists({ storageKeys: [`0x${'zz'.repeat(32)}`] }),
      `${listedKeys}.0 must be a word of 32 bytes in 0x hex.`,
    ],
    [
      'a storage key that is a number',
      lists({ storageKeys: [0] }),
      `${listedKeys}.0 must be a word of 32 bytes in 0x hex.`,
    ],
    [
      'storage keys in a list of their own',
      lists({ storageKeys: [[hash]] }),
      `${listedKeys}.0 must be a word of 32 bytes in 0x hex.`,
    ],
    [
      'more than is known of a listed address',
      lists({ balance: '0x1', nonce: '0x0' }),
      'params.0.accessList.0 has unknown members: balance, nonce.',
    ],
    [
      '4001 listed addresses',
      sends({ accessList: Array(4_001).fill(listed[0]) }),
      'params.0.accessList must have at most 4000 addresses and storage keys together.',
    ],
    [
      'a megabyte of zeros for an access list',
      sends({ accessList: Array(500_000).fill(0) }),
      'params.0.accessList must have at most 4000 addresses and storage keys together.',
    ],
    [
      '4000 storage keys of one address',
      lists({ storageKeys: Array(4_000).fill(hash) }),
      'params.0.accessList must have at most 4000 addresses and storage keys together.',
    ],
  ].map(
    ([what, params, words]): Row => [
      `eth_sendTransaction: ${what}`,
      'eth_sendTransaction',
      params,
      -32602,
      String(words),
    ],
  )

  const others: Row[] = [
    [
      'a transaction from a connected wallet’s other account',
      'eth_sendTransaction',
      sends({ from: other }),
      4100,
      other,
    ],
    ['a transaction from a stranger’s account', 'eth_sendTransaction', sends({ from: stranger }), 4100, stranger],
    ['raw bytes that are none', 'eth_sendRawTransaction', ['hello'], -32602, 'params.0'],
    ['no raw bytes', 'eth_sendRawTransaction', ['0x'], -32602, 'params.0'],
    ['half a raw byte', 'eth_sendRawTransaction', ['0x123'], -32602, 'params.0'],
    ['nothing raw', 'eth_sendRawTransaction', [], -32602, 'params'],
    ['an object of raw bytes', 'eth_sendRawTransaction', { raw: '0x02' }, -32602, 'params must be'],
  ]

  const messages: Row[] = [
    ['no parameters', undefined, -32602, 'params must be'],
    ['no account', ['0x00'], -32602, 'params'],
    ['nothing', [], -32602, 'params'],
    ['a number for a message', [5, account], -32602, 'params.0'],
    ['an object for a message', [{ text: 'hi' }, account], -32602, 'params.0'],
    ['null for a message', [null, account], -32602, 'params.0'],
    ['half a byte', ['0x123', account], -32602, 'params.0'],
    ['a message of a megabyte', ['x'.repeat(1_000_000), account], -32602, 'params.0'],
    ['a name for an account', ['hi', 'alice.eth'], -32602, 'params.1'],
    ['an account without 0x', ['hi', account.slice(2)], -32602, 'params.1'],
    ['null for an account', ['hi', null], -32602, 'params.1'],
    ['an account that is not connected', ['hi', other], 4100, other],
    ['an account that is not connected, given first', [other, 'hi'], 4100, other],
  ].map(
    ([what, params, code, words]): Row => [
      `personal_sign: ${what}`,
      'personal_sign',
      params,
      Number(code),
      String(words),
    ],
  )

  const order = {
    types: { Order: [{ name: 'amount', type: 'uint256' }] },
    primaryType: 'Order',
    domain: { chainId },
    message: { amount: '5' },
  }
  const permit = {
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    domain: {},
    message: { owner: account, spender: other, value: '1', nonce: '0', deadline: '1' },
  }
  const typedData: Row[] = [
    ['no parameters', undefined, -32602, 'params must be'],
    ['no typed data', [account], -32602, 'must be an object'],
    ['null', [account, null], -32602, 'must be an object'],
    ['a number', [account, 5], -32602, 'must be an object'],
    ['a list (the first version)', [account, [{ type: 'string', name: 'a', value: 'b' }]], -32602, 'must be an object'],
    ['text that is no JSON', [account, '{"types":'], -32602, 'no JSON'],
    ['JSON that is no object', [account, '"x"'], -32602, 'must be an object'],
    ['the account last', [order, account], -32602, 'params.0'],
    ['another account', [other, order], 4100, other],
    ['no types', [account, { ...order, types: undefined }], -32602, 'types must be an object'],
    ['no primary type', [account, { ...order, primaryType: undefined }], -32602, 'primaryType must be a text'],
    ['a wrong primary type', [account, { ...order, primaryType: 'Permit' }], -32602, 'primaryType "Permit" is not'],
    [
      'a primary type of every object',
      [account, { ...order, primaryType: 'toString' }],
      -32602,
      'is not among the types',
    ],
    ['no domain', [account, { ...order, domain: undefined }], -32602, 'domain must be an object'],
    ['a domain that is a list', [account, { ...order, domain: [] }], -32602, 'domain must be an object'],
    ['an unknown member of the domain', [account, { ...order, domain: { host: 'x' } }], -32602, 'domain has "host"'],
    ['a chain id in words', [account, { ...order, domain: { chainId: 'base' } }], -32602, 'domain.chainId'],
    ['a negative chain id', [account, { ...order, domain: { chainId: -1 } }], -32602, 'domain.chainId'],
    ['a chain id that is a fraction', [account, { ...order, domain: { chainId: 1.5 } }], -32602, 'domain.chainId'],
    ['a chain nobody knows', [account, { ...order, domain: { chainId: 31337 } }], -32602, 'domain.chainId is 31337'],
    ['a huge chain id', [account, { ...order, domain: { chainId: `${2n ** 255n}` } }], -32602, 'domain.chainId is'],
    ['a short contract', [account, { ...order, domain: { verifyingContract: '0x1' } }], -32602, 'verifyingContract'],
    [
      'an own account as contract',
      [account, { ...order, domain: { verifyingContract: account } }],
      -32602,
      'verifyingContract',
    ],
    ['a short salt', [account, { ...order, domain: { salt: '0x00' } }], -32602, 'domain.salt'],
    ['a permit of no token', [account, permit], -32602, 'must name the token'],
    ['no message', [account, { ...order, message: undefined }], -32602, 'message must be an object'],
    ['a field missing', [account, { ...order, message: {} }], -32602, 'message.amount is missing'],
    ['a field of null', [account, { ...order, message: { amount: null } }], -32602, 'message.amount is null'],
    [
      'a number JSON has cut',
      [account, { ...order, message: { amount: 1e21 } }],
      -32602,
      'message.amount must be an integer',
    ],
    [
      'a negative amount',
      [account, { ...order, message: { amount: '-1' } }],
      -32602,
      'message.amount does not fit uint256',
    ],
    ['an amount of 257 bits', [account, { ...order, message: { amount: `${2n ** 256n}` } }], -32602, 'does not fit'],
    ['an amount that is a list', [account, { ...order, message: { amount: ['5'] } }], -32602, 'message.amount must be'],
    [
      'a type nobody defines',
      [account, { ...order, types: { Order: [{ name: 'a', type: 'Thing' }] } }],
      -32602,
      'unknown type "Thing"',
    ],
    [
      'uint without bits',
      [account, { ...order, types: { Order: [{ name: 'a', type: 'uint' }] } }],
      -32602,
      'Write uint256',
    ],
    [
      'a type that is a number',
      [account, { ...order, types: { Order: [{ name: 'a', type: 5 }] } }],
      -32602,
      'types.Order.0.type',
    ],
    [
      'a field without a name',
      [account, { ...order, types: { Order: [{ type: 'bool' }] } }],
      -32602,
      'types.Order.0.name',
    ],
    [
      'a field that is code',
      [account, { ...order, types: { Order: [{ name: 'a,uint8 b', type: 'bool' }] } }],
      -32602,
      'types.Order.0.name',
    ],
    ['fields that are no list', [account, { ...order, types: { Order: {} } }], -32602, 'types.Order must be a list'],
    [
      'two fields of one name',
      [account, { ...order, types: { Order: [...order.types.Order, ...order.types.Order] } }],
      -32602,
      'two fields',
    ],
    [
      '__proto__ for a type',
      [account, JSON.parse('{"types":{"__proto__":[]},"primaryType":"__proto__","domain":{},"message":{}}')],
      -32602,
      'types has',
    ],
    [
      'more values than anybody reads',
      [
        account,
        { ...order, types: { Order: [{ name: 'a', type: 'bool[]' }] }, message: { a: Array(3_000).fill(true) } },
      ],
      -32602,
      'too large',
    ],
    ['a text of a megabyte', [account, `{"a":"${'x'.repeat(1_000_000)}"}`], -32602, 'too large'],
  ].map(
    ([what, params, code, words]): Row => [
      `eth_signTypedData_v4: ${what}`,
      'eth_signTypedData_v4',
      params,
      Number(code),
      String(words),
    ],
  )

  const chain = {
    chainId: '0x7a69',
    chainName: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['https://rpc.example'],
  }
  const adds = (changes: Record<string, unknown>) => [{ ...chain, ...changes }]
  const chains: Row[] = [
    ['switch: no parameters', 'wallet_switchEthereumChain', undefined, -32602, 'params must be'],
    ['switch: nothing', 'wallet_switchEthereumChain', [], -32602, 'params'],
    ['switch: a text', 'wallet_switchEthereumChain', ['0x1'], -32602, 'params.0'],
    ['switch: an object without a list', 'wallet_switchEthereumChain', { chainId: '0x1' }, -32602, 'params must be'],
    ['switch: no chain id', 'wallet_switchEthereumChain', [{}], -32602, 'params.0.chainId'],
    ['switch: a fraction', 'wallet_switchEthereumChain', [{ chainId: 1.5 }], -32602, 'params.0.chainId'],
    ['switch: a negative number', 'wallet_switchEthereumChain', [{ chainId: -1 }], -32602, 'params.0.chainId'],
    ['switch: a number beyond exact ones', 'wallet_switchEthereumChain', [{ chainId: 2 ** 53 }], -32602, 'chainId'],
    ['switch: hex without 0x', 'wallet_switchEthereumChain', [{ chainId: 'a4b1' }], -32602, 'params.0.chainId'],
    ['switch: padded decimal', 'wallet_switchEthereumChain', [{ chainId: '08453' }], -32602, 'params.0.chainId'],
    ['switch: an unknown chain in decimal', 'wallet_switchEthereumChain', [{ chainId: '31337' }], 4902, 'has not been'],
    ['switch: padded', 'wallet_switchEthereumChain', [{ chainId: '0x02105' }], -32602, 'params.0.chainId'],
    ['switch: 0x', 'wallet_switchEthereumChain', [{ chainId: '0x' }], -32602, 'params.0.chainId'],
    ['switch: chain 0', 'wallet_switchEthereumChain', [{ chainId: '0x0' }], -32602, 'params.0.chainId'],
    [
      'switch: beyond exact numbers',
      'wallet_switchEthereumChain',
      [{ chainId: '0x20000000000000' }],
      -32602,
      'chainId',
    ],
    ['switch: huge', 'wallet_switchEthereumChain', [{ chainId: `0x1${'0'.repeat(63)}` }], -32602, 'params.0.chainId'],
    ['switch: with a space', 'wallet_switchEthereumChain', [{ chainId: '0x1 ' }], -32602, 'params.0.chainId'],
    ['switch: null', 'wallet_switchEthereumChain', [{ chainId: null }], -32602, 'params.0.chainId'],
    ['switch: a chain nobody added', 'wallet_switchEthereumChain', [{ chainId: '0x7a69' }], 4902, 'has not been added'],
    ['add: nothing', 'wallet_addEthereumChain', [], -32602, 'params'],
    ['add: null', 'wallet_addEthereumChain', [null], -32602, 'params.0'],
    ['add: a padded chain id', 'wallet_addEthereumChain', adds({ chainId: '0x007a69' }), -32602, 'params.0.chainId'],
    ['add: an empty name', 'wallet_addEthereumChain', adds({ chainName: '' }), -32602, 'params.0.chainName'],
    ['add: a name not seen', 'wallet_addEthereumChain', adds({ chainName: '\u200b \u202e' }), -32602, 'chainName'],
    [
      'add: a symbol not seen',
      'wallet_addEthereumChain',
      adds({ nativeCurrency: { ...chain.nativeCurrency, symbol: '\u200b' } }),
      -32602,
      'symbol',
    ],
    [
      'add: a name of a page’s length',
      'wallet_addEthereumChain',
      adds({ chainName: 'x'.repeat(201) }),
      -32602,
      'chainName',
    ],
    ['add: a currency without a symbol', 'wallet_addEthereumChain', adds({ nativeCurrency: {} }), -32602, 'symbol'],
    ['add: no endpoints', 'wallet_addEthereumChain', adds({ rpcUrls: undefined }), -32602, 'rpcUrls'],
    [
      'add: 6 decimals',
      'wallet_addEthereumChain',
      adds({ nativeCurrency: { ...chain.nativeCurrency, decimals: 6 } }),
      -32602,
      'decimals must be 18',
    ],
    [
      'add: decimals as text',
      'wallet_addEthereumChain',
      adds({ nativeCurrency: { ...chain.nativeCurrency, decimals: '18' } }),
      -32602,
      'decimals must be 18',
    ],
    [
      'add: an empty symbol',
      'wallet_addEthereumChain',
      adds({ nativeCurrency: { ...chain.nativeCurrency, symbol: '' } }),
      -32602,
      'symbol',
    ],
    ['add: no endpoint', 'wallet_addEthereumChain', adds({ rpcUrls: [] }), -32602, 'rpcUrls'],
    [
      'add: endpoints that are a text',
      'wallet_addEthereumChain',
      adds({ rpcUrls: 'https://rpc.example' }),
      -32602,
      'rpcUrls',
    ],
    [
      'add: an endpoint without encryption',
      'wallet_addEthereumChain',
      adds({ rpcUrls: ['http://rpc.example'] }),
      -32602,
      'https address',
    ],
    [
      'add: a file for an endpoint',
      'wallet_addEthereumChain',
      adds({ rpcUrls: ['file:///etc/passwd'] }),
      -32602,
      'https address',
    ],
    [
      'add: code for an endpoint',
      'wallet_addEthereumChain',
      adds({ rpcUrls: ['javascript:alert(1)'] }),
      -32602,
      'https address',
    ],
    [
      'add: data for an endpoint',
      'wallet_addEthereumChain',
      adds({ rpcUrls: ['data:application/json,{}'] }),
      -32602,
      'https address',
    ],
    ['add: words for an endpoint', 'wallet_addEthereumChain', adds({ rpcUrls: ['my node'] }), -32602, 'https address'],
    [
      'add: an endpoint with a password in it',
      'wallet_addEthereumChain',
      adds({ rpcUrls: ['https://a:b@rpc.example'] }),
      -32602,
      'https address',
    ],
    [
      'add: an endpoint of 2,001 letters',
      'wallet_addEthereumChain',
      adds({ rpcUrls: [`https://${'x'.repeat(2_001)}`] }),
      -32602,
      'rpcUrls',
    ],
    [
      'add: 21 endpoints',
      'wallet_addEthereumChain',
      adds({ rpcUrls: Array(21).fill('https://rpc.example') }),
      -32602,
      'rpcUrls',
    ],
    [
      'add: explorers that are a text',
      'wallet_addEthereumChain',
      adds({ blockExplorerUrls: 'https://x.example' }),
      -32602,
      'blockExplorerUrls',
    ],
  ]

  const permissions: Row[] = [
    ['request: nothing', 'wallet_requestPermissions', undefined, -32602, 'params must be'],
    ['request: an empty list', 'wallet_requestPermissions', [], -32602, 'params'],
    ['request: no permission', 'wallet_requestPermissions', [{}], -32602, 'params.0 must ask for eth_accounts'],
    ['request: another permission', 'wallet_requestPermissions', [{ eth_sign: {} }], -32602, 'params.0 must ask'],
    [
      'request: one permission more',
      'wallet_requestPermissions',
      [{ eth_accounts: {}, wallet_snap: {} }],
      -32602,
      'params.0 must ask',
    ],
    ['request: a text', 'wallet_requestPermissions', ['eth_accounts'], -32602, 'params.0'],
    [
      'request: eth_accounts without caveats',
      'wallet_requestPermissions',
      [{ eth_accounts: null }],
      -32602,
      'params.0.eth_accounts',
    ],
    ['revoke: nothing', 'wallet_revokePermissions', [], -32602, 'params'],
    ['revoke: another permission', 'wallet_revokePermissions', [{ wallet_snap: {} }], -32602, 'params.0 must ask'],
  ]

  const assets: Row[] = [
    ['nothing', 'wallet_watchAsset', undefined, -32602, 'params must be an object'],
    ['an empty list', 'wallet_watchAsset', [], -32602, 'params'],
    ['no type', 'wallet_watchAsset', { options: { address: other } }, -32602, 'params.type'],
    ['a type nobody knows', 'wallet_watchAsset', { type: 'ERC7', options: { address: other } }, -32602, 'params.type'],
    ['no options', 'wallet_watchAsset', { type: 'ERC20' }, -32602, 'params.options'],
    ['no address', 'wallet_watchAsset', { type: 'ERC20', options: {} }, -32602, 'params.options.address'],
    [
      'a short address',
      'wallet_watchAsset',
      { type: 'ERC20', options: { address: '0x1' } },
      -32602,
      'params.options.address',
    ],
    [
      'decimals in words',
      'wallet_watchAsset',
      { type: 'ERC20', options: { address: other, decimals: 'six' } },
      -32602,
      'decimals',
    ],
    [
      'a symbol of 101 letters',
      'wallet_watchAsset',
      { type: 'ERC20', options: { address: other, symbol: 'x'.repeat(101) } },
      -32602,
      'symbol',
    ],
    [
      'no token at that address',
      'wallet_watchAsset',
      { type: 'ERC20', options: { address: other } },
      -32602,
      'is no ERC-20 token',
    ],
    [
      'no item at that address',
      'wallet_watchAsset',
      { type: 'ERC721', options: { address: other, tokenId: '1' } },
      -32602,
      'names no ERC721 item',
    ],
    [
      'an item without a number',
      'wallet_watchAsset',
      { type: 'ERC1155', options: { address: other } },
      -32602,
      'params.options.tokenId',
    ],
  ]

  const more: Row[] = [
    ['subscribe: nothing', 'eth_subscribe', undefined, -32602, 'params must be'],
    ['subscribe: an empty list', 'eth_subscribe', [], -32602, 'params'],
    ['subscribe: an empty kind', 'eth_subscribe', [''], -32602, 'params.0'],
    ['subscribe: a number', 'eth_subscribe', [5], -32602, 'params.0'],
    [
      'subscribe: levels of no hash',
      'eth_subscribe',
      ['transactionLevels', { hashes: ['0x1'] }],
      -32602,
      'params.1.hashes.0',
    ],
    ['subscribe: levels of a text', 'eth_subscribe', ['transactionLevels', 'all'], -32602, 'params.1'],
    ['unsubscribe: nothing', 'eth_unsubscribe', [], -32602, 'params'],
    ['unsubscribe: a number', 'eth_unsubscribe', [1], -32602, 'params.0'],
    ['recover: no signature', 'personal_ecRecover', ['hi'], -32602, 'params'],
    ['recover: a short signature', 'personal_ecRecover', ['hi', '0x1234'], -32602, 'params.1'],
    ['recover: a signature of zeros', 'personal_ecRecover', ['hi', `0x${'00'.repeat(65)}`], -32602, 'is no signature'],
    ['capabilities: nothing', 'wallet_getCapabilities', [], -32602, 'params'],
    ['capabilities: another account', 'wallet_getCapabilities', [other], 4100, other],
    ['capabilities: a padded chain', 'wallet_getCapabilities', [account, ['0x01']], -32602, 'params.1.0'],
    ['capabilities: a text for chains', 'wallet_getCapabilities', [account, '0x1'], -32602, 'params.1'],
  ]

  const calls = {
    version: '2.0.0',
    from: account,
    chainId: `0x${chainId.toString(16)}`,
    atomicRequired: false,
    calls: [{ to: other, value: '0x1' }],
  }
  const batches: Row[] = [
    ['no parameters', undefined, -32602, 'params must be'],
    ['nothing', [], -32602, 'params'],
    ['null', [null], -32602, 'params.0'],
    ['no version', [{ ...calls, version: undefined }], -32602, 'params.0.version'],
    ['a later version', [{ ...calls, version: '3.0.0' }], -32602, 'params.0.version'],
    ['another account', [{ ...calls, from: other }], 4100, other],
    ['a short account', [{ ...calls, from: '0x1' }], -32602, 'params.0.from'],
    ['no chain', [{ ...calls, chainId: undefined }], -32602, 'params.0.chainId'],
    ['a padded chain id', [{ ...calls, chainId: '0x01' }], -32602, 'params.0.chainId'],
    ['a chain nobody added', [{ ...calls, chainId: '0x7a69' }], 5710, 'has not been added'],
    ['no word on atomicity', [{ ...calls, atomicRequired: undefined }], -32602, 'params.0.atomicRequired'],
    ['atomicity as a text', [{ ...calls, atomicRequired: 'false' }], -32602, 'params.0.atomicRequired'],
    [
      'atomicity with a new contract',
      [{ ...calls, atomicRequired: true, calls: [...calls.calls, { data: '0x6000' }] }],
      5760,
      'cannot be created',
    ],
    [
      'atomicity with a call of the account itself',
      [{ ...calls, atomicRequired: true, calls: [...calls.calls, { to: account, data: '0x34fcd5be' }] }],
      -32602,
      'params.0.calls.1.to',
    ],
    ['no calls', [{ ...calls, calls: [] }], -32602, 'params.0.calls'],
    ['calls that are a text', [{ ...calls, calls: '0x' }], -32602, 'params.0.calls'],
    ['21 calls', [{ ...calls, calls: Array(21).fill(calls.calls[0]) }], 5740, 'More than 20 calls'],
    ['a call that does nothing', [{ ...calls, calls: [{}] }], -32602, 'params.0.calls.0'],
    ['a call with half a byte', [{ ...calls, calls: [{ to: other, data: '0x1' }] }], -32602, 'params.0.calls.0'],
    ['a call to a name', [{ ...calls, calls: [{ to: 'bob.eth' }] }], -32602, 'params.0.calls.0'],
    ['an id that is a number', [{ ...calls, id: 5 }], -32602, 'params.0.id'],
    ['an endless id', [{ ...calls, id: 'x'.repeat(4_097) }], -32602, 'params.0.id'],
    [
      'a capability that is not there',
      [{ ...calls, capabilities: { paymasterService: { url: 'https://x.example' } } }],
      5700,
      'paymasterService',
    ],
    [
      'a capability of one call that is not there',
      [{ ...calls, calls: [{ ...calls.calls[0], capabilities: { flowControl: {} } }] }],
      5700,
      'flowControl',
    ],
  ].map(
    ([what, params, code, words]): Row => [
      `wallet_sendCalls: ${what}`,
      'wallet_sendCalls',
      params,
      Number(code),
      String(words),
    ],
  )
  const batchesAsked: Row[] = ['wallet_getCallsStatus', 'wallet_showCallsStatus'].flatMap((method): Row[] => [
    [`${method}: nothing`, method, [], -32602, 'params'],
    [`${method}: a number`, method, [1], -32602, 'params.0'],
    [`${method}: an id nobody gave`, method, ['unknown'], 5730, 'No calls of this site'],
  ])

  return [
    ...requests,
    ...refused,
    ...withoutParameters,
    ...reads,
    ...transactions,
    ...others,
    ...messages,
    ...typedData,
    ...chains,
    ...permissions,
    ...assets,
    ...more,
    ...batches,
    ...batchesAsked,
  ]
}
