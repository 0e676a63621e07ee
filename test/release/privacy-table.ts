import type { Kind, LeavingRecord, Occasion, Recipient, Row } from './what-leaves.ts'

interface Words {
  head: string
  recipients: Record<Recipient, string>
  kinds: Record<Kind, string>
  occasions: Record<Occasion, string>
  /** Before the occasions on which nothing left. */
  silent: string
  /** Before the names of headers. */
  headers: string
}

export type Language = 'en' | 'de'

const words: Record<Language, Words> = {
  en: {
    head: '| to whom | what | when |',
    recipients: {
      endpoint: 'The endpoint of the network that you use, as listed under Networks',
      faucet: 'The faucet of a test network, if the network has one',
      'list provider': 'The provider of a public list that you subscribed to, as listed under Settings, Public lists',
      'paid site': 'The site that asks for a payment by HTTP 402',
    },
    kinds: {
      'state of the network': 'questions about the network: chain id, newest blocks, fees',
      accounts:
        'addresses of your accounts, with questions about balances, tokens, approvals and the number of transactions',
      drafts: 'a transaction that you have not signed yet, so that its fee and effect can be shown',
      'signed transactions': 'transactions that you approved, signed',
      progress: 'hashes of your transactions, with the question how far they have got',
      subscriptions: 'a subscription to new blocks and to events that concern your accounts',
      'faucet status': 'a question how much it gives, and when',
      address: 'the address of the account that is to get test money',
      list: 'a request for the whole list, without cookies, saying which version you have; again once a day',
      terms: 'a request for the terms of the payment, without cookies',
      payment: 'the payment that you approved, signed, in the header of one request',
    },
    occasions: {
      'first start': 'at the first start, before there is a wallet',
      'wallet made': 'when a wallet is made or imported, and while a page of the wallet is open',
      'test money': 'when you ask for test money',
      send: 'when you send, until the payment is final',
      'list subscribed': 'when you subscribe to a public list',
      'page visited': 'when you visit a site that is not connected',
      'site connected': 'when you connect a site',
      'site asks for a transaction': 'when a connected site asks for a transaction',
      'site asks the network': 'when a connected site asks the network something through the wallet',
      'payment by HTTP 402': 'when a site asks for a payment',
      'network checked': 'when you check the endpoint of a new network',
      locked: 'while the wallet is locked and nothing is on its way',
    },
    silent: 'Nothing at all left',
    headers:
      'The browser adds headers to the requests of the wallet. These say something about you or the wallet, cookies and a referrer are not among them:',
  },
  de: {
    head: '| an wen | was | wann |',
    recipients: {
      endpoint: 'Der Endpunkt des Netzes, das du benutzt; er steht unter Netze',
      faucet: 'Die Testgeldausgabe (Faucet) eines Testnetzes, wenn das Netz eine hat',
      'list provider':
        'Der Anbieter einer öffentlichen Liste, die du abonniert hast; sie steht in den Einstellungen unter Öffentliche Listen',
      'paid site': 'Die Website, die mit HTTP 402 um eine Zahlung bittet',
    },
    kinds: {
      'state of the network': 'Fragen zum Netz: Kennung, neueste Blöcke, Gebühren',
      accounts: 'Adressen deiner Konten, mit Fragen nach Guthaben, Token, Freigaben und der Zahl der Transaktionen',
      drafts: 'eine noch nicht unterschriebene Transaktion, damit Gebühr und Wirkung gezeigt werden können',
      'signed transactions': 'Transaktionen, denen du zugestimmt hast, unterschrieben',
      progress: 'Hashes deiner Transaktionen, mit der Frage, wie weit sie sind',
      subscriptions: 'ein Abonnement neuer Blöcke und der Ereignisse, die deine Konten betreffen',
      'faucet status': 'die Frage, wie viel sie gibt und wann',
      address: 'die Adresse des Kontos, das Testgeld bekommen soll',
      list: 'eine Anfrage nach der ganzen Liste, ohne Cookies, mit der Angabe, welche Fassung du hast; wieder einmal am Tag',
      terms: 'eine Anfrage nach den Bedingungen der Zahlung, ohne Cookies',
      payment: 'die Zahlung, der du zugestimmt hast, unterschrieben, in der Kopfzeile einer einzigen Anfrage',
    },
    occasions: {
      'first start': 'beim ersten Start, bevor es eine Wallet gibt',
      'wallet made': 'wenn eine Wallet angelegt oder importiert wird, und solange eine Seite der Wallet offen ist',
      'test money': 'wenn du Testgeld holst',
      send: 'wenn du sendest, bis die Zahlung endgültig ist',
      'list subscribed': 'wenn du eine öffentliche Liste abonnierst',
      'page visited': 'wenn du eine Website besuchst, die nicht verbunden ist',
      'site connected': 'wenn du eine Website verbindest',
      'site asks for a transaction': 'wenn eine verbundene Website um eine Transaktion bittet',
      'site asks the network': 'wenn eine verbundene Website das Netz durch die Wallet etwas fragt',
      'payment by HTTP 402': 'wenn eine Website um eine Zahlung bittet',
      'network checked': 'wenn du den Endpunkt eines neuen Netzes prüfst',
      locked: 'solange die Wallet gesperrt und nichts unterwegs ist',
    },
    silent: 'Gar nichts verließ das Gerät',
    headers:
      'Der Browser ergänzt die Anfragen der Wallet um Kopfzeilen. Diese sagen etwas über dich oder die Wallet, Cookies und Herkunftsseite sind nicht darunter:',
  },
}

/** What the recorded run says, as Markdown: a table, the occasions on which nothing left, and the headers. */
export function privacyTable(record: LeavingRecord, language: Language): string {
  const { head, recipients, kinds, occasions, silent, headers } = words[language]
  const row = ({ recipient, kinds: what, occasions: when }: Row) =>
    `| ${recipients[recipient]} | ${what.map(kind => kinds[kind]).join('; ')} | ${when.map(occasion => occasions[occasion]).join('; ')} |`
  const nothing = `${silent}: ${record.silent.map(occasion => occasions[occasion]).join('; ')}.`
  return [
    [head, '|---|---|---|', ...record.rows.map(row)].join('\n'),
    nothing,
    `${headers} ${record.headers.map(name => `\`${name}\``).join(', ')}.`,
  ].join('\n\n')
}

/**
 * The hosts that a new wallet knows, from the source of its presets: those that it contacts. Explorers are not among
 * them, the browser opens those on a click.
 */
export function presetHosts(source: string): string[] {
  const hosts = [...source.matchAll(/\b(?:http|socket|faucetUrl): '(?:https|wss):\/\/([^/':]+)/g)]
  return [...new Set(hosts.map(([, host = '']) => host))].sort()
}
