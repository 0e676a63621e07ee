/** Where the shop's pages are, in the order of the menu. */
const menu = [
  { path: '/', name: 'Coffee' },
  { path: '/articles', name: 'Articles for 0.01' },
  { path: '/playground', name: 'API playground' },
  { path: '/subscription', name: 'Subscription' },
  { path: '/checkout', name: 'Checkout' },
  { path: '/refunds', name: 'Refund desk' },
] as const

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='15' fill='%231f4d3f'/%3E%3Cpath d='M21 8a9 9 0 1 0 3 13A8 8 0 0 1 21 8Z' fill='%23f6f1e7'/%3E%3C/svg%3E"

/**
 * A whole page of the shop.
 * @param main HTML; what comes from outside goes through `escaped` first
 * @param isShops false for a page of somebody else, who has none of the shop's menu
 * @param styles names of the stylesheets beside the one of all pages, without their ending
 * @param script name of the page's script, without its ending; a page that has one has the wallet's corner
 */
export function page({
  title,
  main,
  path,
  script,
  styles = [],
  isShops = true,
}: {
  title: string
  main: string
  path?: string
  script?: string
  styles?: string[]
  isShops?: boolean
}): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escaped(title)}</title>
    <link rel="icon" href="${icon}" />
    ${['shop', ...styles].map(name => `<link rel="stylesheet" href="/styles/${name}.css" />`).join('\n    ')}
    ${script === undefined ? '' : `<script type="module" src="/scripts/${script}.js"></script>`}
  </head>
  <body>
    <header class="bar">
      <a class="brand" href="/">
        <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
          <circle cx="16" cy="16" r="15" class="brand-disc" />
          <path d="M21 8a9 9 0 1 0 3 13A8 8 0 0 1 21 8Z" class="brand-moon" />
        </svg>
        <span>Small Hours Coffee</span>
      </a>
      ${
        script === undefined
          ? ''
          : `<div class="wallet" id="wallet">
        <span class="chip" id="chain" data-testid="shop-chain" hidden></span>
        <span class="chip chip-account" id="account" data-testid="shop-account" hidden></span>
        <button type="button" class="quiet" id="disconnect" data-testid="shop-disconnect" hidden>Disconnect</button>
        <span id="connect-buttons"></span>
      </div>`
      }
      ${isShops ? menuOf(path) : ''}
    </header>

    <main>
${main}
    </main>

    <footer>A merchant to try the wallet on. The coffee is imaginary, and so is the money: test ETH and test dollars have no value and may be reset.</footer>
  </body>
</html>
`
}

function menuOf(path: string | undefined): string {
  const links = menu.map(
    item => `<a href="${item.path}"${item.path === path ? ' aria-current="page"' : ''}>${item.name}</a>`,
  )
  return `<nav class="menu" aria-label="Shop">${links.join('\n        ')}</nav>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML shows it, in an attribute too. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => entities[character] ?? character)
}
