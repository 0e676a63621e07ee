/** The packages that are part of what people install, by licence, as docs/dependencies.md has them. */
export const licences: Readonly<Record<string, string>> = {
  MIT: 'react-dom, viem, zod, @noble/curves, @noble/hashes, hash-wasm, @scure/bip39, @scure/base, abitype, @noble/ciphers, fflate, @scure/bip32, react, wxt, scheduler, vite, rolldown, use-sync-external-store, @wxt-dev/browser, regexparam',
  'MIT OR Apache-2.0': 'qr',
  ISC: 'lucide-react, idb',
  'OFL-1.1': '@fontsource-variable/figtree',
  Unlicense: 'wouter',
}
