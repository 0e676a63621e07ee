import type { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/server'
import { Hono } from 'hono'
import { recordOf } from './request-schema.ts'

export type ChannelManager = ReturnType<BatchSettlementEvmScheme['createChannelManager']>

/**
 * Claims what vouchers promise and has it paid out, and what was claimed with a refund too: `claimAndSettle` pays out
 * only what it has claimed itself, and the rest would stay with the contract.
 */
export async function takeEverything(manager: ChannelManager) {
  const claims = await manager.claim()
  return { claims, settle: await manager.settle().catch(nothingLeft) }
}

/** The facilitator asks the contract first, which pays out no nothing. */
function nothingLeft(cause: unknown): null {
  if (String(cause).includes('nothing_to_settle')) return null
  throw cause
}

/** The shop's side of payment channels: what they hold, what vouchers promise; claims it, and gives back the rest. */
export function createChannelDesk(scheme: BatchSettlementEvmScheme, manager: ChannelManager): Hono {
  const list = () => scheme.getStorage().list()
  const app = new Hono()
  app.get('/api/channels', async context => {
    const channels = await list()
    return context.json(
      channels.map(
        ({ channelId, channelConfig, balance, chargedCumulativeAmount, totalClaimed, withdrawRequestedAt }) => ({
          id: channelId,
          payer: channelConfig.payer,
          balance,
          charged: chargedCumulativeAmount,
          claimed: totalClaimed,
          withdrawRequestedAt,
        }),
      ),
    )
  })
  app.post('/api/channels/claim', async context => {
    const { claims, settle } = await takeEverything(manager)
    return context.json({ vouchers: claims.reduce((sum, { vouchers }) => sum + vouchers, 0), settled: settle })
  })
  app.post('/api/channels/:id/refund', async context => {
    const channels = new Map((await list()).map(channel => [channel.channelId, channel]))
    return context.json(await manager.refund([recordOf(context, channels).channelId]))
  })
  return app
}
