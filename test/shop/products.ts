/** What the shop sells. Prices are in wei. */
export interface Product {
  id: string
  name: string
  origin: string
  note: string
  price: bigint
  /** Hue of the bag, in degrees. */
  hue: number
}

const thousandth = 10n ** 15n

export const products: readonly Product[] = [
  {
    id: 'first-light',
    name: 'First Light',
    origin: 'Washed, light roast',
    note: 'Bergamot, honey, a clean finish. Best as filter.',
    price: 4n * thousandth,
    hue: 38,
  },
  {
    id: 'harbour',
    name: 'Harbour',
    origin: 'Natural, medium roast',
    note: 'Dried cherry and cocoa. The one we drink all day.',
    price: 6n * thousandth,
    hue: 168,
  },
  {
    id: 'night-shift',
    name: 'Night Shift',
    origin: 'Blend, dark roast',
    note: 'Molasses and walnut, made for espresso and milk.',
    price: 5n * thousandth,
    hue: 262,
  },
]
