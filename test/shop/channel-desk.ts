import type { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/server'
import { Hono } from 'hono'
import { recordOf } from './request-schema.ts'

export type ChannelManager = ReturnType<BatchSettlementEvmScheme['createChannelManager']>

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
    const { claims, settle } = await manager.claimAndSettle()
    return context.json({ vouchers: claims.reduce((sum, { vouchers }) => sum + vouchers, 0), settled: settle ?? null })
  })
  app.post('/api/channels/:id/refund', async context => {
    const channels = new Map((await list()).map(channel => [channel.channelId, channel]))
    return context.json(await manager.refund([recordOf(context, channels).channelId]))
  })
  return app
}
