/**
 * Names of chains in front of an address (EIP-3770), in lower case. Each was compared with the public list of chains
 * (ethereum-lists/chains) in November 2026.
 */
const names =
  'eth:1 oeth:10 cro:25 rsk:30 trsk:31 xdc:50 bnb:56 bnbt:97 gno:100 unichain:130 matic:137 pol:137 mon:143 sonic:146 ' +
  'ftm:250 zksync:324 wc:480 metis-andromeda:1088 zkevm:1101 mbeam:1284 mriver:1285 soneium:1868 ' +
  'mantle:5000 base:8453 chi:10200 holesky:17000 mode:34443 arb1:42161 arb-nova:42170 celo:42220 fuji:43113 avax:43114 ' +
  'ink:57073 linea:59144 polygonamoy:80002 berachain:80094 blastmainnet:81457 basesep:84532 arb-sep:421614 scr:534352 ' +
  'zora:7777777 sep:11155111 opsep:11155420 aurora:1313161554'

/** @returns the chain id of a short name in lower case; `undefined` for a name that is not known */
export function chainOfShortName(name: string): number | undefined {
  const found = names.split(' ').find(each => each.startsWith(`${name}:`))
  return found === undefined ? undefined : Number(found.slice(name.length + 1))
}
