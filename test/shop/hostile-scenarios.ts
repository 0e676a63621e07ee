/** What each of the hostile merchant's addresses does wrong. */
export const hostileScenarios = {
  'wrong-domain-name': 'Names another EIP-712 domain than the token has',
  'wrong-domain-version': 'Names another version of the domain than the token has',
  'payee-changed': 'Names another payee each time it is asked',
  'payee-as-asked': 'Names the payee that ?payee= says, and as many of the dollar’s smallest parts as ?amount= says',
  'look-alike-token': 'Wants a token that only looks like the test dollar',
  'unknown-scheme': 'Wants to be paid in a way nobody knows',
  'unknown-network': 'Wants to be paid on a chain nobody knows',
  'too-many-decimals': 'Writes its price with a decimal point',
  'other-resource': 'Sells an address that is not its own',
  'behind-a-proxy': 'Names its own address by another scheme and port, as behind a proxy; honest otherwise',
  'sponsored-without-domain': 'Offers to pay for a permit of Permit2, and does not name the domain to sign it for',
  malformed: 'Sends terms that cannot be read',
  'other-protocol': 'Speaks another payment protocol',
  loop: 'Takes the payment and asks again',
  'price-rises': 'Refuses the payment and asks for twice as much',
  'no-proof': 'Takes the payment, delivers, and says nothing of it',
  unsettled: 'Delivers, and keeps the authorization for later',
  'false-proof': 'Delivers, and names a transaction that never was',
  'settle-timeout': 'Answers 402, and takes the payment all the same; delivers when the same payment comes again',
  'taken-late':
    'Refuses the payment to a page three times, and takes it then; answers it once, in the form that ?as= names',
  held: 'Keeps the payment for as long as the test likes, and takes it then',
  'error-after-settlement': 'Takes the payment and answers 500, for ever',
  'error-then-delivered': 'Takes the payment and answers 503; delivers when the same payment comes again',
  'deposit-of-a-thousand': 'Wants a deposit of a thousand prices',
  'withdraw-delay-30-days': 'Keeps what is left in a channel for 30 days',
  'charge-above-price': 'Counts five prices for one answer',
  'charge-above-maximum': 'Says it took more than was signed for',
  'voucher-taken-late':
    'Refuses its voucher to a page three times, and takes it then; counts as many prices as ?prices= says',
  'forged-voucher-state': 'Shows a voucher the payer never signed',
  'two-seconds': 'Leaves two seconds to pay',
  'never-ends': 'Wants an authorization for a hundred years',
  redirect: 'Sends the payment on to somebody else',
  'redirect-when-paid': 'Takes the payment and sends on to another page of its own',
  'sign-in-never-taken': 'Delivers for money, offers a sign-in, and asks for money all the same',
  'members-only': 'Names its price only to those who carry the cookie member=1',
  slow: 'Takes the payment at once and answers after half a minute, or after as many milliseconds as ?ms= says',
  'clock-ahead': 'Has a clock an hour ahead, and finds every payment expired',
  'clock-behind': 'Has a clock an hour behind',
} as const

export type HostileScenario = keyof typeof hostileScenarios

function isScenario(name: string): name is HostileScenario {
  return name in hostileScenarios
}

export const scenarioNames: readonly HostileScenario[] = Object.keys(hostileScenarios).filter(isScenario)
