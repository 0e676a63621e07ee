import {
  type Address,
  type Hex,
  hexToBytes,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
  stringToHex,
  type TransactionSerializedLegacy,
} from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AccessList } from '@/lib/base/access-list'
import { batchDelegate, noDelegate } from '@/lib/base/batch-delegate'
import { createdWallet, firstAddress, type Machine, password, secondAddress } from '@/lib/keys/keyring.fixture'
import type { Keyring } from '@/lib/keys/shared/keyring'
import type {
  ApprovalProof,
  Authority,
  FeeMarketTransaction,
  SetCodeTransaction,
  ShownTransaction,
  TypedData,
} from '@/lib/keys/shared/signing'

const failure = (code: string) => expect.objectContaining({ code })

let machine: Machine
let keyring: Keyring
beforeEach(async () => {
  ;({ machine, keyring } = await createdWallet())
})
function approve(proof: Partial<ApprovalProof> & Pick<ApprovalProof, 'kind'>): void {
  machine.approvals.set('approval', { account: firstAddress, chainId: 10, ...proof })
}

const transaction: FeeMarketTransaction = {
  type: 'eip1559',
  chainId: 10,
  from: firstAddress,
  nonce: 3,
  to: secondAddress,
  value: 5n,
  data: '0x1234',
  gas: 50_000n,
  maxFeePerGas: 100n,
  maxPriorityFeePerGas: 2n,
}
const { type: _type, to: _to, value: _value, data: _data, ...sent } = transaction
const reset: SetCodeTransaction = { ...sent, to: firstAddress, data: '0x', delegate: noDelegate }
const typedData: TypedData = {
  types: {
    Payment: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Payment',
  domain: { name: 'Shop', chainId: 10 },
  message: { to: secondAddress, amount: '1000000' },
}
const viemTypedData = { ...typedData, domain: { name: 'Shop', chainId: 10 } } as Parameters<
  typeof recoverTypedDataAddress
>[0]
const message = stringToHex('I am here')

describe('signs for its accounts', () => {
  test('a transaction', async () => {
    approve({ kind: 'transaction' })
    const { raw, hash } = await keyring.signTransaction('approval', transaction)
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(parseTransaction(raw)).toMatchObject({ chainId: 10, nonce: 3, value: 5n, data: '0x1234', gas: 50_000n })
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(firstAddress)
  })

  test('a transaction with a gas price', async () => {
    approve({ kind: 'transaction' })
    const { maxFeePerGas: gasPrice, maxPriorityFeePerGas: _tip, ...rest } = transaction
    const { raw } = await keyring.signTransaction('approval', { ...rest, type: 'legacy', gasPrice })
    expect(await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerializedLegacy })).toBe(
      firstAddress,
    )
  })

  test('a message, as bytes or hex', async () => {
    approve({ kind: 'message' })
    const signature = await keyring.signMessage('approval', firstAddress, message)
    expect(await recoverMessageAddress({ message: 'I am here', signature })).toBe(firstAddress)
    expect(await keyring.signMessage('approval', firstAddress, hexToBytes(message))).toBe(signature)
  })

  test('typed data', async () => {
    approve({ kind: 'typed-data' })
    const signature = await keyring.signTypedData('approval', firstAddress, typedData)
    expect(await recoverTypedDataAddress({ ...viemTypedData, signature })).toBe(firstAddress)
  })

  test('the end of a delegation', async () => {
    approve({ kind: 'transaction' })
    const { raw } = await keyring.signSetCode('approval', reset)
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x04${string}` })).toBe(firstAddress)
    expect(parseTransaction(raw as `0x04${string}`)).toMatchObject({
      to: firstAddress.toLowerCase(),
      authorizationList: [{ address: `0x${'00'.repeat(20)}`, nonce: 4, chainId: 10 }],
    })
  })

  test('calls of the account itself, with the code that runs them', async () => {
    approve({ kind: 'calls' })
    const { raw } = await keyring.signSetCode('approval', { ...reset, data: '0x34fcd5be', delegate: batchDelegate })
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x04${string}` })).toBe(firstAddress)
    expect(parseTransaction(raw as `0x04${string}`)).toMatchObject({
      to: firstAddress.toLowerCase(),
      data: '0x34fcd5be',
      authorizationList: [{ address: batchDelegate, nonce: 4, chainId: 10 }],
    })
  })

  test('a delegate that the person chose, and nothing else with it', async () => {
    const delegate = secondAddress
    const shown: ShownTransaction = { to: noDelegate, value: 0n, data: '0x', delegate }
    approve({ kind: 'transaction', transactions: [shown], isDelegateChosen: true })
    const { raw } = await keyring.signSetCode('approval', { ...reset, to: noDelegate, delegate })
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x04${string}` })).toBe(firstAddress)
    const { authorizationList: [authorization] = [], ...sent } = parseTransaction(raw as `0x04${string}`)
    expect(sent.to).toBe(noDelegate)
    expect(authorization).toMatchObject({ address: delegate.toLowerCase(), nonce: 4, chainId: 10 })
    if (authorization === undefined) throw new Error('no authorization')
    expect(await recoverAuthorizationAddress({ authorization })).toBe(firstAddress)
    // An authorization of chain 0 would hold on every chain.
    approve({ kind: 'transaction', transactions: [shown], isDelegateChosen: true, chainId: 0 })
    await expect(keyring.signSetCode('approval', { ...reset, chainId: 0, to: noDelegate, delegate })).rejects.toEqual(
      failure('invalid-input'),
    )
  })

  test('the same bytes every time', async () => {
    approve({ kind: 'transaction' })
    const once = await keyring.signTransaction('approval', transaction)
    expect(await keyring.signTransaction('approval', transaction)).toEqual(once)
  })

  test('an imported key, and a phrase after the worker died', async () => {
    const imported = await keyring.importKey('11'.repeat(32))
    machine.approvals.set('imported', { account: imported, chainId: 10, kind: 'transaction' })
    approve({ kind: 'transaction' })
    const next = machine.start()
    for (const [id, from] of [
      ['imported', imported],
      ['approval', firstAddress],
    ] as const) {
      const { raw } = await next.signTransaction(id, { ...transaction, from })
      expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(from)
    }
  })
})

describe('refuses what was not approved', () => {
  const signing: Record<string, (id?: string, account?: Address) => Promise<unknown>> = {
    transaction: (id = 'approval', from = firstAddress) => keyring.signTransaction(id, { ...transaction, from }),
    reset: (id = 'approval', from = firstAddress) => keyring.signSetCode(id, { ...reset, from, to: from }),
    message: (id = 'approval', account = firstAddress) => keyring.signMessage(id, account, message),
    'typed data': (id = 'approval', account = firstAddress) => keyring.signTypedData(id, account, typedData),
  }
  const kinds = {
    transaction: 'transaction',
    reset: 'transaction',
    message: 'message',
    'typed data': 'typed-data',
  } as const
  const names = Object.keys(kinds) as (keyof typeof kinds)[]

  test.each(names)('%s without an approval', async name => {
    await expect(signing[name]?.('missing')).rejects.toThrow('no such approval')
  })

  test.each(names)('%s for another account', async name => {
    approve({ kind: kinds[name] })
    await keyring.addAccount()
    await expect(signing[name]?.('approval', secondAddress)).rejects.toEqual(failure('approval-changed'))
    await signing[name]?.()
  })

  test.each(names)('%s on an approval of another kind', async name => {
    approve({ kind: kinds[name] === 'message' ? 'transaction' : 'message' })
    await expect(signing[name]?.()).rejects.toEqual(failure('approval-changed'))
  })

  test.each(['transaction', 'reset', 'typed data'])('%s for another chain', async name => {
    approve({ kind: kinds[name as keyof typeof kinds], chainId: 11 })
    await expect(signing[name]?.()).rejects.toEqual(failure('approval-changed'))
  })

  const shown = { to: secondAddress, value: 5n, data: '0x1234' } as const
  const word = (digit: string): Hex => `0x${digit.repeat(64)}`
  const accessList: AccessList = [{ address: secondAddress, storageKeys: [word('1')] }]
  test.each<[string, Partial<FeeMarketTransaction>]>([
    ['another recipient', { to: firstAddress }],
    ['a contract creation', { to: null }],
    ['another value', { value: 6n }],
    ['other data', { data: '0x12' }],
    ['a shorter access list', { accessList: [] }],
    ['another storage key', { accessList: [{ address: secondAddress, storageKeys: [word('2')] }] }],
    ['a longer access list', { accessList: [...accessList, { address: firstAddress, storageKeys: [] }] }],
    ['another nonce', { nonce: 4 }],
    ['a higher fee', { maxFeePerGas: 101n }],
    ['more gas', { gas: 50_001n }],
  ])('a transaction with %s than shown', async (_name, change) => {
    approve({ kind: 'transaction', transactions: [{ ...shown, accessList, feeCeiling: 5_000_000n, nonce: 3 }] })
    const own = { ...transaction, accessList }
    await expect(keyring.signTransaction('approval', { ...own, ...change })).rejects.toEqual(
      failure('approval-changed'),
    )
    const { raw } = await keyring.signTransaction('approval', own)
    expect(parseTransaction(raw).accessList).toEqual([
      { address: secondAddress.toLowerCase(), storageKeys: [word('1')] },
    ])
  })

  test('a transaction with an access list where none was shown', async () => {
    approve({ kind: 'transaction', transactions: [shown] })
    await expect(keyring.signTransaction('approval', { ...transaction, accessList })).rejects.toEqual(
      failure('approval-changed'),
    )
    await keyring.signTransaction('approval', transaction)
  })

  test('a call that is none of those shown', async () => {
    approve({ kind: 'calls', transactions: [shown, { ...shown, value: 6n }] })
    await keyring.signTransaction('approval', { ...transaction, value: 6n })
    await expect(keyring.signTransaction('approval', { ...transaction, value: 7n })).rejects.toEqual(
      failure('approval-changed'),
    )
  })

  test('a reset where something else was shown', async () => {
    approve({ kind: 'transaction', transactions: [shown] })
    await expect(keyring.signSetCode('approval', reset)).rejects.toEqual(failure('approval-changed'))
  })

  test('a delegate that was not shown, another one than shown, and none where one was shown', async () => {
    const call: ShownTransaction = { to: firstAddress, value: 0n, data: '0x34fcd5be' }
    const batch: SetCodeTransaction = { ...reset, data: call.data, delegate: batchDelegate }
    approve({ kind: 'calls', transactions: [{ ...call, delegate: batchDelegate }] })
    await keyring.signSetCode('approval', batch)
    await expect(keyring.signSetCode('approval', { ...batch, delegate: noDelegate })).rejects.toEqual(
      failure('approval-changed'),
    )
    await expect(keyring.signTransaction('approval', { ...transaction, ...call, from: firstAddress })).rejects.toEqual(
      failure('approval-changed'),
    )
    approve({ kind: 'calls', transactions: [call] })
    await expect(keyring.signSetCode('approval', batch)).rejects.toEqual(failure('approval-changed'))
  })

  test('a delegate of somebody else, whatever was shown', async () => {
    const delegate = secondAddress
    for (const to of [reset.to, noDelegate]) {
      approve({ kind: 'calls', transactions: [{ to, value: 0n, data: '0x', delegate }] })
      await expect(keyring.signSetCode('approval', { ...reset, to, delegate })).rejects.toEqual(
        failure('invalid-input'),
      )
    }
  })

  test('a delegate that the person chose with a call of the account, or with a message for it', async () => {
    const delegate = secondAddress
    const shown: ShownTransaction = { to: firstAddress, value: 0n, data: '0x', delegate }
    approve({ kind: 'transaction', transactions: [shown], isDelegateChosen: true })
    await expect(keyring.signSetCode('approval', { ...reset, delegate })).rejects.toEqual(failure('invalid-input'))
    const called: ShownTransaction = { ...shown, to: noDelegate, data: '0x34fcd5be' }
    approve({ kind: 'transaction', transactions: [called], isDelegateChosen: true })
    await expect(
      keyring.signSetCode('approval', { ...reset, to: noDelegate, data: '0x34fcd5be', delegate }),
    ).rejects.toEqual(failure('invalid-input'))
  })

  test('a known delegate with a call of another address', async () => {
    approve({ kind: 'transaction' })
    for (const delegate of [noDelegate, batchDelegate])
      await expect(keyring.signSetCode('approval', { ...reset, to: secondAddress, delegate })).rejects.toEqual(
        failure('invalid-input'),
      )
  })

  test('an authority that was not shown, another one than shown, and none where one was shown', async () => {
    await keyring.addAccount()
    const authority: Authority = { address: secondAddress, nonce: 7 }
    const call: ShownTransaction = { to: secondAddress, value: 0n, data: '0x', delegate: noDelegate }
    approve({ kind: 'transaction', transactions: [{ ...call, authority: secondAddress }] })
    await keyring.signSetCode('approval', { ...reset, to: authority.address, authority })
    const changed = failure('approval-changed')
    await expect(keyring.signSetCode('approval', reset)).rejects.toEqual(changed)
    const own: Authority = { address: firstAddress, nonce: 7 }
    await expect(keyring.signSetCode('approval', { ...reset, to: secondAddress, authority: own })).rejects.toEqual(
      changed,
    )
    approve({ kind: 'transaction', transactions: [call] })
    await expect(keyring.signSetCode('approval', { ...reset, to: authority.address, authority })).rejects.toEqual(
      changed,
    )
  })

  test('another account’s authorization of any contract, whatever was shown', async () => {
    await keyring.addAccount()
    const call: ShownTransaction = { to: secondAddress, value: 0n, data: '0x', delegate: batchDelegate }
    approve({ kind: 'transaction', transactions: [{ ...call, authority: secondAddress }] })
    const authority: Authority = { address: secondAddress, nonce: 7 }
    await expect(
      keyring.signSetCode('approval', { ...reset, to: secondAddress, delegate: batchDelegate, authority }),
    ).rejects.toEqual(failure('invalid-input'))
  })

  test('the authorization of an account whose key it does not have', async () => {
    await keyring.watchAddress(secondAddress)
    const call: ShownTransaction = { to: secondAddress, value: 0n, data: '0x', delegate: noDelegate }
    approve({ kind: 'transaction', transactions: [{ ...call, authority: secondAddress }] })
    const authority: Authority = { address: secondAddress, nonce: 7 }
    await expect(keyring.signSetCode('approval', { ...reset, to: authority.address, authority })).rejects.toMatchObject(
      { name: 'Failure' },
    )
  })

  test('another message than shown', async () => {
    approve({ kind: 'message', message })
    await keyring.signMessage('approval', firstAddress, message)
    await expect(keyring.signMessage('approval', firstAddress, stringToHex('I am there'))).rejects.toEqual(
      failure('approval-changed'),
    )
  })

  test('other typed data than shown', async () => {
    approve({ kind: 'typed-data', typedData: [JSON.stringify(typedData)] })
    await keyring.signTypedData('approval', firstAddress, {
      ...typedData,
      message: { to: secondAddress, amount: 1_000_000n },
    })
    const others: TypedData[] = [
      { ...typedData, message: { to: secondAddress, amount: '1000001' } },
      { ...typedData, domain: { name: 'Shop' } },
      { ...typedData, primaryType: 'EIP712Domain' },
      { ...typedData, types: { ...typedData.types, Other: [] } },
    ]
    for (const other of others) {
      await expect(keyring.signTypedData('approval', firstAddress, other)).rejects.toEqual(failure('approval-changed'))
    }
  })

  test.each([10, '10', '0xa', 10n])('a chain written as %s in the domain is the same chain', async chainId => {
    approve({ kind: 'typed-data' })
    const own = { ...typedData, domain: { name: 'Shop', chainId } }
    expect(await keyring.signTypedData('approval', firstAddress, own)).toMatch(/^0x/)
    approve({ kind: 'typed-data', chainId: 1 })
    await expect(keyring.signTypedData('approval', firstAddress, own)).rejects.toEqual(failure('approval-changed'))
  })
})

describe('refuses what it cannot', () => {
  test('sign while locked', async () => {
    approve({ kind: 'transaction' })
    await keyring.lock()
    await expect(keyring.signTransaction('approval', transaction)).rejects.toEqual(failure('locked'))
  })

  test('sign past the deadline, alarm or no alarm', async () => {
    approve({ kind: 'transaction' })
    const { clock } = machine
    const silent = machine.start({ clock: { now: () => clock.now() + 15 * 60_000, after: () => () => undefined } })
    await expect(silent.signTransaction('approval', transaction)).rejects.toEqual(failure('locked'))
  })

  test('release a signature that was begun before locking', async () => {
    approve({ kind: 'transaction' })
    const { database } = machine
    const get = database.get.bind(database)
    let locking: Promise<void> | null = null
    database.get = (async (...input: Parameters<typeof get>) => {
      const row = await get(...input)
      // The key is about to be lent: the person locks now.
      if (input[0] === 'accounts') locking ??= keyring.lock()
      return row
    }) as typeof database.get
    await expect(keyring.signTransaction('approval', transaction)).rejects.toEqual(failure('locked'))
    expect(locking).not.toBeNull()
    await locking
  })

  test('sign for a watched or unknown address', async () => {
    await keyring.watchAddress(secondAddress)
    const unknown: Address = `0x${'99'.repeat(20)}`
    approve({ kind: 'message', account: secondAddress })
    await expect(keyring.signMessage('approval', secondAddress, message)).rejects.toEqual(failure('account-watch-only'))
    approve({ kind: 'message', account: unknown })
    await expect(keyring.signMessage('approval', unknown, message)).rejects.toEqual(failure('account-unknown'))
  })

  test('encode what is no transaction, message or typed data', async () => {
    approve({ kind: 'transaction' })
    await expect(keyring.signTransaction('approval', { ...transaction, data: '0x1' as Hex })).rejects.toEqual(
      failure('invalid-input'),
    )
    approve({ kind: 'message' })
    await expect(keyring.signMessage('approval', firstAddress, '0x1')).rejects.toEqual(failure('invalid-input'))
    approve({ kind: 'typed-data' })
    await expect(
      keyring.signTypedData('approval', firstAddress, { ...typedData, message: { to: secondAddress } }),
    ).rejects.toEqual(failure('invalid-input'))
  })

  test('sign when the row of the account names another path than its address has', async () => {
    await keyring.addAccount()
    const row = await machine.database.get('accounts', secondAddress.toLowerCase())
    if (row === undefined) throw new Error('no row')
    await machine.database.put('accounts', { ...row, source: { ...row.source, path: "m/44'/60'/0'/0/9" } as never })
    approve({ kind: 'message', account: secondAddress })
    await expect(keyring.signMessage('approval', secondAddress, message)).rejects.toEqual(failure('vault-damaged'))
    expect(await keyring.revealKey(password, firstAddress)).toMatch(/^0x/)
  })
})
