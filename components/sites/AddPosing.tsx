import { useClient } from '@/components/client-context'
import { t } from '@/components/i18n'
import { AddOrigin } from './AddOrigin'

/** For a site that finds no wallet but MetaMask, and therefore never asks and stands in no list. */
export function AddPosing() {
  const client = useClient()
  return (
    <AddOrigin
      name="pose"
      title={t('pose_title')}
      note={t('pose_note')}
      button={t('pose_add')}
      add={origin => client.call('site.pose', { origin, as: 'metamask' })}
    />
  )
}
