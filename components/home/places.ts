import Activity from 'lucide-react/icons/activity'
import BookUser from 'lucide-react/icons/book-user'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Globe from 'lucide-react/icons/globe'
import HandCoins from 'lucide-react/icons/hand-coins'
import House from 'lucide-react/icons/house'
import KeyRound from 'lucide-react/icons/key-round'
import Network from 'lucide-react/icons/network'
import Settings from 'lucide-react/icons/settings'
import Users from 'lucide-react/icons/users'

/** The places of every day. `to`: where a place begins, where that is not its path. */
export const firstPlaces = [
  { path: '/', label: 'overview', Icon: House },
  { path: '/activity', label: 'activity', Icon: Activity },
  { path: '/payments', to: '/payments/pay', label: 'payments', Icon: HandCoins },
] as const

/** The other places: a narrow page has them under one more. */
export const laterPlaces = [
  { path: '/accounts', label: 'accounts', Icon: Users },
  { path: '/contacts', label: 'contacts', Icon: BookUser },
  { path: '/networks', label: 'networks', Icon: Network },
  { path: '/sites', label: 'sites', Icon: Globe },
  { path: '/allowances', label: 'allowances_place', Icon: KeyRound },
  { path: '/settings', label: 'settings', Icon: Settings },
] as const

export const morePlace = { path: '/more', label: 'more', Icon: Ellipsis } as const
