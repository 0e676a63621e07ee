import { catalogueListing, networkInCatalogue, networksLike } from '@/components/networks/catalogue'
import type { Catalogue } from './plan'

/** The catalogue of this version, as plans ask it. */
export const catalogue: Catalogue = {
  byId: networkInCatalogue,
  like: (chainId, name) =>
    networksLike(chainId, name).map(({ endpoints, ...network }) => ({
      ...network,
      hosts: endpoints.flatMap(({ http }) => URL.parse(http)?.hostname ?? []),
      listing: catalogueListing,
    })),
}
