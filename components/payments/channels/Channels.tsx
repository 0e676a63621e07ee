import { t, useSlice } from '@/components/app'
import { EmptyState } from '@/components/elements'
import { DeskWait } from '@/components/payments/desk-page'
import { Channel } from './Channel'
import { useChannelReadings } from './use-channel-readings'
import './channels.css'

/** Payment channels: what merchants may claim of each deposit, and the way to withdraw the rest without them. */
export function Channels() {
  const channels = useSlice('channels')
  const selection = useSlice('selection')
  const isAwaited = channels !== undefined && channels.length > 0
  const readings = useChannelReadings(
    selection?.networkId,
    channels?.map(({ channelId }) => channelId) ?? [],
    isAwaited,
  )
  if (channels === undefined || selection == null) return <DeskWait />
  return (
    <section className="desk-section" aria-label={t('channels')}>
      <p className="quiet">{t('channels_lead')}</p>
      {channels.length === 0 ? (
        <EmptyState card>{t('channels_empty')}</EmptyState>
      ) : (
        <ul className="stack" data-testid="channels">
          {channels.map(channel => (
            <Channel
              key={channel.channelId}
              channel={channel}
              networkId={selection.networkId}
              reading={readings.of(channel.channelId)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
