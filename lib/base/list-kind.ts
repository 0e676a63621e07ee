/** What a public list is about. In the order of the screen. */
export const listKinds = ['fraud-hosts', 'fraud-addresses', 'tokens', 'descriptors', 'chains'] as const
export type ListKind = (typeof listKinds)[number]
