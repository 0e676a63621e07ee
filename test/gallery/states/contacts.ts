import { now, previewNetwork, shop, stranger, transaction, unlocked } from '../samples.ts'
import type { GalleryState } from '../state.ts'

const contacts = [
  { address: shop, name: 'Coffee shop', createdAt: now },
  { address: '0x1CBd3b2770909D4e10f157cABC84C7264073C9Ec' as const, name: 'Mother', createdAt: now },
]
const slices = {
  ...unlocked,
  contacts,
  activity: [transaction('sealed', 60_000, { to: stranger, networkId: previewNetwork }), ...unlocked.activity],
}
/** The ends of the shop's address, and another middle. */
const alike = '0xbda500000000000000000000000000000000197e'

export const contactStates: GalleryState[] = [
  { name: 'home-contacts', page: 'home', route: '/contacts', slices },
  { name: 'panel-contacts', page: 'home', sidePanel: true, route: '/contacts', slices },
  {
    name: 'home-contact-remove',
    page: 'home',
    route: '/contacts',
    slices: { ...slices, contacts: contacts.slice(0, 1) },
    steps: [{ click: 'contact-remove' }, { see: 'contact-remove-now' }],
  },
  { name: 'home-contacts-empty', page: 'home', route: '/contacts', slices: unlocked },
  {
    name: 'home-contact-alike',
    page: 'home',
    route: '/contacts',
    slices,
    steps: [
      { click: 'contact-add' },
      { fill: 'contact-name', with: 'Coffee shop' },
      { fill: 'contact-address', with: alike },
    ],
  },
  {
    name: 'home-contacts-import',
    page: 'home',
    route: '/contacts',
    slices,
    steps: [{ click: 'contacts-import' }, { see: 'contacts-file' }],
  },
  {
    name: 'popup-recipients',
    page: 'popup',
    slices,
    steps: [{ click: 'send' }, { see: 'recipient' }],
  },
  {
    name: 'popup-send-contact',
    page: 'popup',
    slices,
    steps: [{ click: 'send' }, { click: 'recipient' }, { see: 'send-to-chosen' }],
  },
]
