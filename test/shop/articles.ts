/** How an article is paid for: its part of the address, too. */
export type ArticleId =
  | 'exact'
  | 'permit2'
  | 'permit2-sponsored'
  | 'upto'
  | 'channel'
  | 'choice'
  | 'upfront'
  | 'kept'
  | 'v1'

export interface Article {
  id: ArticleId
  title: string
  teaser: string
  text: readonly string[]
  /** What a person is told of the price. */
  price: string
  /** What a developer is told of the way it is paid. */
  way: string
}

export const articles: readonly Article[] = [
  {
    id: 'exact',
    title: 'The first pour',
    teaser: 'Thirty seconds that decide about the whole cup.',
    text: [
      'Pour twice the weight of the coffee, and wait. What rises is carbon dioxide, left from the roast; water cannot pass where gas is leaving.',
      'After thirty seconds the bed is quiet and drinks. Everything you pour from now on does what you want it to.',
    ],
    price: '0.01',
    way: 'exact, EIP-3009',
  },
  {
    id: 'permit2',
    title: 'Two kettles',
    teaser: 'Why the second one is not a luxury.',
    text: [
      'A kettle that is being refilled is a kettle that is cold. The second one stands beside it and makes the morning a straight line.',
      'Buy the cheap one second. It only ever has to be hot.',
    ],
    price: '0.02',
    way: 'exact, Permit2, approved before',
  },
  {
    id: 'permit2-sponsored',
    title: 'Paper or metal',
    teaser: 'What a filter keeps, and what you miss.',
    text: [
      'Paper keeps the oils. The cup is clear and bright, and the next day you wonder where the body went.',
      'Metal lets them through, with a little dust. Neither is right; a household needs both.',
    ],
    price: '0.02',
    way: 'exact, Permit2, with a permit that rides along',
  },
  {
    id: 'upto',
    title: 'A year in one roastery',
    teaser: 'Long. You pay for what you read, at most half a dollar.',
    text: [
      'In January the sacks are cold, and the first batch of the day is always the worst. We drink it ourselves.',
      'By June the drum never quite cools, and the curve has to be flattened. In October the new harvest arrives, and everything we had written down is wrong again.',
    ],
    price: 'up to 0.50',
    way: 'upto, Permit2, with a permit that rides along',
  },
  {
    id: 'channel',
    title: 'One thought an hour',
    teaser: 'A page at a time, a tenth of a cent each.',
    text: ['Water has a taste. You notice it on the day you move house.', 'Grind a little coarser than you dare.'],
    price: '0.001',
    way: 'batch-settlement, EIP-3009 deposit',
  },
  {
    id: 'choice',
    title: 'Three ways to burn a bean',
    teaser: 'Pay for it whichever way you like.',
    text: [
      'Too hot at the start: it is black outside and sour within. Too slow: it bakes, and tastes of nothing at all.',
      'The third way is to answer the telephone.',
    ],
    price: '0.01',
    way: 'exact by EIP-3009 or Permit2, or batch-settlement',
  },
  {
    id: 'upfront',
    title: 'A letter from the coast',
    teaser: 'Paid before it is fetched.',
    text: [
      'The ship came in on Thursday with the lights out, and the harbour smelled of jute until Sunday.',
      'Eleven sacks were wet. We roasted them darker, and called it Harbour.',
    ],
    price: '0.01',
    way: 'exact, EIP-3009, settled before the answer is made',
  },
  {
    id: 'kept',
    title: 'A letter to keep',
    teaser: 'Paid once. Sign in, and read it again whenever you like.',
    text: [
      'Write the date on the bag. In a month you will not remember which harvest it was, and the bag will not tell.',
      'Read this again in a month.',
    ],
    price: '0.01',
    way: 'exact, EIP-3009; read again by sign-in-with-x',
  },
  {
    id: 'v1',
    title: 'How it used to be',
    teaser: 'For a wallet that remembers the first version.',
    text: [
      'There was a pan, a fire, and a long spoon. You listened: the first crack is loud, the second is quiet.',
      'Nothing has been added since but thermometers.',
    ],
    price: '0.01',
    way: 'exact, EIP-3009, version 1 of the protocol',
  },
]
