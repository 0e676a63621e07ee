import { Hono } from 'hono'
import { articles } from './articles.ts'
import { escaped, page } from './layout.ts'
import { pageFile } from './page-files.ts'
import { pricedCalls } from './prices.ts'

const notice = '<p class="notice" id="notice" role="status" data-testid="notice" hidden></p>'

function intro(eyebrow: string, title: string, lede: string): string {
  return `<section class="intro"><p class="eyebrow">${eyebrow}</p><h1>${title}</h1><p class="lede">${lede}</p></section>`
}

function field(id: string, label: string, value: string): string {
  return `<label class="field" for="${id}"><span>${label}</span><input id="${id}" value="${value}" inputmode="decimal" autocomplete="off" /></label>`
}

function box(id: string, label: string): string {
  return `<label class="switch" for="${id}"><input type="checkbox" id="${id}" data-testid="${id}" /> ${label}</label>`
}

function button(id: string, label: string, quiet = false): string {
  return `<button type="button" id="${id}" data-testid="${id}"${quiet ? ' class="quiet"' : ''}>${label}</button>`
}

function panel(id: string, title: string, what: string, content: string): string {
  return `<section class="panel" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2><p class="empty">${what}</p>${content}</section>`
}

function record(id: string): string {
  return `<dl class="record" id="${id}" data-testid="${id}" aria-live="polite" hidden></dl>`
}

/** Every page of the shop that costs nothing to look at. */
export function createPages(partnerUrl: string, hostileUrl: string): Hono {
  const app = new Hono()
  app.get('/', async context =>
    context.html(
      page({
        title: 'Small Hours Coffee',
        main: await pageFile('coffee.html'),
        path: '/',
        script: 'shop',
        styles: ['coffee'],
      }),
    ),
  )
  app.get('/articles', context => context.html(page({ title: 'Articles', main: articlesMain(), path: '/articles' })))
  app.get('/playground', context => {
    const main = playgroundMain(partnerUrl, hostileUrl)
    return context.html(page({ title: 'API playground', main, path: '/playground', script: 'playground' }))
  })
  app.get('/checkout', context =>
    context.html(page({ title: 'Checkout', main: checkoutMain(), path: '/checkout', script: 'checkout' })),
  )
  app.get('/subscription', context =>
    context.html(
      page({ title: 'Subscription', main: subscriptionMain(), path: '/subscription', script: 'subscription' }),
    ),
  )
  app.get('/refunds', context =>
    context.html(page({ title: 'Refund desk', main: refundsMain(), path: '/refunds', script: 'refunds' })),
  )
  return app
}

function articlesMain(): string {
  const rows = articles.map(
    ({ id, title, teaser, price, way }) => `<li class="read">
        <a href="/articles/${id}" data-testid="article-${id}"><strong>${escaped(title)}</strong></a>
        <span class="figure">${price}</span>
        <span class="soft">${escaped(teaser)}</span>
        <span class="soft way">${escaped(way)}</span>
      </li>`,
  )
  return `${intro('Something to read while it drips', 'Paid by the page.', 'No account and no subscription. Each costs what stands beside it, in test dollars, and your wallet pays when you open it.')}
    <ul class="reads">${rows.join('')}</ul>`
}

function playgroundMain(partner: string, hostile: string): string {
  const body = escaped('{"bean":"Harbour","minutes":11}')
  const caller = (method: string, url: string, label: string, testid: string) =>
    `<li><button type="button" class="quiet" data-method="${method}" data-url="${url}" data-testid="${testid}"${method === 'POST' ? ` data-body="${body}"` : ''}>${method}</button><span>${label}</span></li>`
  const own = pricedCalls.map(({ method, path, scheme, price }) =>
    caller(method, path, `<code>${path}</code> <span class="soft">${scheme}, ${price}</span>`, `call-${path.slice(5)}`),
  )
  const others = ['open', 'half', 'closed'].flatMap(folder => [
    caller(
      'GET',
      `${partner}/${folder}/beans`,
      `<code>/${folder}/beans</code> <span class="soft">0.01</span>`,
      `call-${folder}-beans`,
    ),
    caller(
      'POST',
      `${partner}/${folder}/roast`,
      `<code>/${folder}/roast</code> <span class="soft">0.02</span>`,
      `call-${folder}-roast`,
    ),
  ])
  const dapp = [
    ['dapp-exact', '/api/beans', 'Exactly 0.01'],
    ['dapp-upto', '/api/tasting', 'Up to 0.50'],
    ['dapp-channel', '/api/thought', '0.001 from a channel'],
  ].map(
    ([id, address, label]) =>
      `<button type="button" id="${id}" data-testid="${id}" data-address="${address}">${label}</button>`,
  )
  return `${intro('For people who write code', 'Calls that cost a cent.', 'This page asks for things that have a price. It does not know how to pay.')}
    ${notice}
    <div class="lower">
      ${panel('own', 'The page’s own requests', 'To this shop’s API.', `<ul class="calls">${own.join('')}</ul>${box('xhr', 'With XMLHttpRequest')}`)}
      ${panel('partner', 'To another origin', 'Open shows its answers to every page, half forgets the payment headers, closed shows nothing at all.', `<ul class="calls">${others.join('')}</ul>`)}
      ${panel('answered', 'What came back', 'As this page was allowed to see it.', '<pre class="answer" id="answer" data-testid="answer" aria-live="polite">Nothing yet.</pre>')}
      ${panel('dapp', 'A page that pays', 'With @x402/fetch and the wallet you connect: it asks for every signature.', `<div class="row">${dapp.join('')}</div><pre class="answer" id="dapp-answer" data-testid="dapp-answer" aria-live="polite">Nothing yet.</pre>`)}
    </div>
    <p class="soft">What can go wrong is sold next door: <a href="${hostile}">the hostile merchant</a>.</p>`
}

function checkoutMain(): string {
  return `${intro('Three ways to pay later', 'Pay when it is weighed.', 'You agree to something today, and the shop takes the money when it knows the sum, when the roast is ready, or when the parcel leaves.')}
    ${notice}
    <div class="lower three">
      ${panel('weighed-panel', 'By weight', 'You allow a maximum with a permit; we capture what the scales say.', `<div class="row">${field('maximum', 'At most', '12.00')}${button('agree-cart', 'Allow it')}${button('ask-cart', 'As a link', true)}</div><p class="soft" id="cart-link" data-testid="cart-link" hidden></p><div class="row">${field('cart-handed', 'What your wallet gave you', '')}${button('take-cart', 'Hand it over', true)}</div>${record('cart')}<div class="row">${field('weighed', 'It weighs', '9.50')}${button('capture-cart', 'Capture', true)}</div>`)}
      ${panel('preorder-panel', 'The next roast', 'You sign for one payment, good for fifteen minutes; we take it when the roast is ready.', `<div class="row">${field('preorder-amount', 'For', '5.00')}${button('agree-preorder', 'Reserve')}</div>${box('preorder-anybody', 'Anybody may submit it')}${record('preorder')}<div class="row">${button('capture-preorder', 'Capture', true)}</div>`)}
      ${panel('escrow-panel', 'A whole sack', 'The money waits in escrow until we ship. After seven days it is yours again.', `<div class="row">${field('escrow-amount', 'For', '40.00')}${button('agree-escrow', 'Pay into escrow')}</div>${record('escrow')}<div class="row">${field('escrow-part', 'Ship for', '15.00')}${button('capture-escrow', 'Capture', true)}${button('void-escrow', 'Void the rest', true)}</div>`)}
    </div>`
}

function subscriptionMain(): string {
  return `${intro('A bag when the last one is empty', 'Coffee that comes by itself.', 'You sign once. At the start of every period the shop takes what you allow, and never more. It wants a smart account.')}
    ${notice}
    <div class="lower">
      ${panel('subscribe', 'Your subscription', 'Periods are short here, so that you can watch.', `<div class="row">${field('allowance', 'Dollars a period', '5.00')}${field('period', 'Seconds a period', '60')}</div>${box('endless', 'Until I revoke it')}<div class="row">${button('agree-subscription', 'Subscribe')}</div>`)}
      ${panel('taken', 'What was taken', 'Each charge is a transaction of ours.', `${record('subscription')}<div class="row">${button('charge-subscription', 'Try to take 1.00 more', true)}${button('cancel-subscription', 'Cancel it', true)}</div>`)}
    </div>`
}

function refundsMain(): string {
  return `${intro('No questions, and no more than you paid', 'The refund desk.', 'Everything that came in, by the network’s own log. It goes back to who paid it, and to nobody else.')}
    ${notice}
    <section class="panel" aria-labelledby="payments-title">
      <div class="panel-head"><h2 id="payments-title">Payments</h2>${button('reload', 'Look again', true)}</div>
      <p class="empty" id="payments-empty">Nothing has come in yet.</p>
      <ul class="payments" id="payments"></ul>
    </section>
    <section class="panel" aria-labelledby="channels-title">
      <div class="panel-head"><h2 id="channels-title">Payment channels</h2>${button('claim', 'Claim what is promised', true)}</div>
      <p class="empty" id="channels-empty">Nobody has opened one.</p>
      <ul class="payments" id="channels"></ul>
    </section>`
}
